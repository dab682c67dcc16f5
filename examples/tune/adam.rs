//! Adam with decoupled decay: steps against a slope, each figure at a pace of its own.

/// What Adam remembers of a row of figures.
pub struct Adam {
    pulls: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// For figures that are pulled to 0 so strongly.
    pub fn new(pulls: Vec<f32>) -> Adam {
        Adam {
            first: vec![0.0; pulls.len()],
            second: vec![0.0; pulls.len()],
            pulls,
            steps: 0,
        }
    }

    /// Moves the figures against the slopes.
    pub fn step(&mut self, rate: f32, values: &mut [f32], slopes: &[f32]) {
        self.steps += 1;
        let (fix1, fix2) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for (index, (value, &slope)) in values.iter_mut().zip(slopes).enumerate() {
            self.first[index] = 0.9 * self.first[index] + 0.1 * slope;
            self.second[index] = 0.999 * self.second[index] + 0.001 * slope * slope;
            let pace = self.first[index] / fix1 / ((self.second[index] / fix2).sqrt() + 1e-8);
            *value -= rate * (pace + self.pulls[index] * *value);
        }
    }
}
