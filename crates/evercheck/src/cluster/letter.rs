//! What a worker hands in when a task is done, and in which order.
//!
//! The tasks that are left come first, then the objects that the result speaks of, then the result, then the acknowledgement. Whoever
//! sees a result may count on what it speaks of; and a task is in the queue until it has a result.

use super::broker::Trouble;

/// Where it is handed in. What was handed in is kept.
pub trait Desk {
    fn publish(&self, id: &str, payload: &[u8]) -> Result<(), Trouble>;
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Trouble>;
    /// Whether the result is the first of its task.
    fn commit(&self, id: &str, value: &[u8]) -> Result<bool, Trouble>;
    fn acknowledge(&self) -> Result<(), Trouble>;
}

#[derive(Clone, Debug, Default)]
pub struct Letter {
    pub tasks: Vec<(String, Vec<u8>)>,
    pub objects: Vec<(String, Vec<u8>)>,
    pub result: (String, Vec<u8>),
}

impl Letter {
    /// Whether the result is the one that counts.
    pub fn send(&self, desk: &dyn Desk) -> Result<bool, Trouble> {
        for (id, payload) in &self.tasks {
            desk.publish(id, payload)?;
        }
        for (name, bytes) in &self.objects {
            desk.put(name, bytes)?;
        }
        let is_first = desk.commit(&self.result.0, &self.result.1)?;
        desk.acknowledge()?;
        Ok(is_first)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Takes so many things, and is lost then.
    struct Short {
        left: RefCell<usize>,
        taken: RefCell<Vec<String>>,
    }

    impl Short {
        fn take(&self, what: &str) -> Result<(), Trouble> {
            let mut left = self.left.borrow_mut();
            *left = left.checked_sub(1).ok_or_else(|| Trouble::Lost("killed".into()))?;
            self.taken.borrow_mut().push(what.to_string());
            Ok(())
        }
    }

    impl Desk for Short {
        fn publish(&self, id: &str, _: &[u8]) -> Result<(), Trouble> {
            self.take(id)
        }
        fn put(&self, name: &str, _: &[u8]) -> Result<(), Trouble> {
            self.take(name)
        }
        fn commit(&self, _: &str, _: &[u8]) -> Result<bool, Trouble> {
            self.take("result").map(|()| true)
        }
        fn acknowledge(&self) -> Result<(), Trouble> {
            self.take("acknowledgement")
        }
    }

    #[test]
    fn whoever_is_killed_leaves_the_task_or_all_that_its_result_speaks_of() {
        let named = |names: [&str; 2]| names.map(|name| (name.to_string(), Vec::new())).to_vec();
        let letter = Letter {
            tasks: named(["task 1", "task 2"]),
            objects: named(["states", "record"]),
            result: Default::default(),
        };
        for count in 0..=6 {
            let desk = Short { left: count.into(), taken: Vec::new().into() };
            assert_eq!(letter.send(&desk).is_ok(), count == 6);
            let taken = desk.taken.into_inner();
            let has = |what: &str| taken.iter().any(|it| it == what);
            let has_all = ["task 1", "task 2", "states", "record"].into_iter().all(has);
            assert!(!has("result") || has_all, "{taken:?}");
            assert!(!has("acknowledgement") || has("result"), "{taken:?}");
        }
    }
}
