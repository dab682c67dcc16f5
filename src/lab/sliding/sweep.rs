//! Breadth-first search over the sliding graph, reusing its memory from one source to the next.
//!
//! Small frontiers look forward at their neighbours. Once a frontier is a good part of what is left, the
//! positions not yet reached look back for one neighbour in it instead, which stops at the first hit.

use std::ops::Range;

use super::graph::Graph;

/// Farther than anything: not reached.
pub const FAR: u8 = u8::MAX;

/// The frontier looks forward while it is smaller than the unreached part by this factor.
const LOOK_BACK: usize = 4;

/// Distances from one source.
#[derive(Debug)]
pub struct Sweep {
    distances: Vec<u8>,
    /// One bit per position reached: small enough to stay in the nearest cache, where the searches look most.
    reached: Vec<u64>,
    order: Vec<u32>,
    open: Vec<u32>,
    rest: Vec<u32>,
}

impl Sweep {
    /// Room for the positions of a graph.
    pub fn new(graph: &Graph) -> Sweep {
        let open = (0..graph.len()).filter(|&position| !graph.is_terminal(position));
        Sweep {
            distances: vec![FAR; graph.len()],
            reached: vec![0; graph.len().div_ceil(64)],
            order: Vec::new(),
            open: open.map(|position| position as u32).collect(),
            rest: Vec::new(),
        }
    }

    /// Measures the distances from the sources and returns the largest.
    pub fn run(&mut self, graph: &Graph, sources: &[u32]) -> u8 {
        self.distances.fill(FAR);
        self.reached.fill(0);
        self.order.clear();
        self.rest.clear();
        self.order.extend_from_slice(sources);
        self.settle(0, 0);
        let (mut start, mut distance) = (0, 0);
        while start < self.order.len() {
            let end = self.order.len();
            let left = self.open.len() - end.min(self.open.len());
            if (end - start) * LOOK_BACK > left {
                self.step_back(graph);
            } else {
                self.step_forward(graph, start..end);
            }
            self.settle(end, distance + 1);
            start = end;
            distance += 1;
        }
        distance.saturating_sub(1)
    }

    /// Gives the positions from `start` on in the order their distance.
    fn settle(&mut self, start: usize, distance: u8) {
        for &position in &self.order[start..] {
            self.distances[position as usize] = distance;
            self.reached[position as usize / 64] |= 1 << (position % 64);
        }
    }

    fn step_forward(&mut self, graph: &Graph, frontier: Range<usize>) {
        for index in frontier {
            for &target in graph.neighbours(self.order[index] as usize) {
                if !is_in(&self.reached, target) {
                    self.reached[target as usize / 64] |= 1 << (target % 64);
                    self.order.push(target);
                }
            }
        }
        self.rest.clear();
    }

    fn step_back(&mut self, graph: &Graph) {
        if self.rest.is_empty() {
            self.rest.clone_from(&self.open);
        }
        let (reached, order) = (&self.reached, &mut self.order);
        // What is reached two steps ago has no unreached neighbours, so any reached one is in the frontier.
        self.rest.retain(|&position| {
            if is_in(reached, position) {
                return false;
            }
            let near = graph.neighbours(position as usize);
            let found = near.iter().any(|&other| is_in(reached, other));
            if found {
                order.push(position);
            }
            !found
        });
    }

    /// The distance of a position, [`FAR`] if it was not reached.
    pub fn distance(&self, position: usize) -> u8 {
        self.distances[position]
    }

    /// The positions reached, nearest first.
    pub fn reached(&self) -> &[u32] {
        &self.order
    }
}

fn is_in(reached: &[u64], position: u32) -> bool {
    reached[position as usize / 64] >> (position % 64) & 1 == 1
}
