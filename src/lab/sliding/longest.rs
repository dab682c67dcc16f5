//! The largest distance within a group, exact without a search from every position.
//!
//! A search from u that reaches distance e bounds every v of its group: e(v) ≤ e(u) + d(u,v) and
//! e(v) ≥ max(d(u,v), e(u) − d(u,v)). Images under the board's symmetries and the exchange of colours share one
//! bound. Searching from the highest upper bound (of those, the lowest lower bound: a centre lowers most) until
//! no bound exceeds the largest distance seen leaves a proof, after Takes and Kosters, "Determining the
//! diameter of small world networks" (2011).

use super::graph::Graph;
use super::sweep::Sweep;

/// What is known about the positions of one class of images.
#[derive(Clone, Debug)]
struct Class {
    member: (usize, usize),
    lower: u8,
    upper: u8,
}

/// The classes of open positions that are images of one another.
struct Classes {
    classes: Vec<Class>,
    side: usize,
    /// The class of each pair of sets; pairs that are no open position have none.
    of: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Classes {
    fn new(graph: &Graph) -> Classes {
        let side = graph.side();
        let (mut classes, mut of) = (Vec::new(), vec![NONE; side * side]);
        for member in graph.open().ones() {
            if of[member.0 * side + member.1] == NONE {
                for (x, o) in graph.images(member) {
                    of[x * side + o] = classes.len() as u32;
                }
                classes.push(Class {
                    member,
                    lower: 0,
                    upper: u8::MAX,
                });
            }
        }
        Classes { classes, side, of }
    }

    /// The class worth searching next, if any may still hold a distance above `longest`.
    fn next(&self, longest: u8) -> Option<usize> {
        let open = self
            .classes
            .iter()
            .enumerate()
            .filter(|(_, class)| class.upper > longest);
        let best = open.max_by_key(|(_, class)| (class.upper, u8::MAX - class.lower));
        best.map(|(index, _)| index)
    }

    /// Narrows all bounds by a finished search that reached `reach`.
    fn narrow(&mut self, sweep: &Sweep, reach: u8) {
        for (x, o) in sweep.reached().ones() {
            let class = &mut self.classes[self.of[x * self.side + o] as usize];
            let distance = sweep.distance((x, o));
            class.upper = class.upper.min(reach.saturating_add(distance));
            class.lower = class.lower.max(distance).max(reach - distance);
        }
    }

    fn open(&self, longest: u8) -> usize {
        self.classes.iter().filter(|class| class.upper > longest).count()
    }
}

/// The largest distance between two positions of one group. `report` hears of each search how many classes
/// are still open of how many.
pub fn longest_distance(graph: &Graph, report: &mut dyn FnMut(usize, usize)) -> u8 {
    let mut classes = Classes::new(graph);
    let mut sweep = Sweep::new(graph);
    let mut longest = 0;
    while let Some(index) = classes.next(longest) {
        let reach = sweep.run(graph, &[classes.classes[index].member]);
        longest = longest.max(reach);
        classes.narrow(&sweep, reach);
        report(classes.open(longest), classes.classes.len());
    }
    longest
}
