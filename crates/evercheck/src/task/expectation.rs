//! The verdicts that a task expects, beside those that were found.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use verdict::{Property, Verdict};

use super::{Claim, Task};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expected {
    /// Each property of the file holds.
    True,
    /// This one is violated and the others hold; one of them, if none is named.
    False(Option<Property>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Agreement {
    Confirmed,
    Contradicted,
    Undecided,
    /// The options ask for something else.
    NotChecked,
}

/// What a task expects of one property file, and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    name: String,
    expected: Expected,
    agreement: Agreement,
}

/// A task beside the result of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comparison {
    file: String,
    answers: Vec<Answer>,
    unknown: Vec<(String, String)>,
}

/// What was found, as far as expectations can be compared with it.
pub struct Found<'a> {
    pub properties: &'a [(Property, Verdict)],
    pub error_function: Option<&'a str>,
    /// Not every run was covered, so that nothing is proved.
    pub is_bounded: bool,
}

impl Comparison {
    pub fn new(task: &Task, found: &Found<'_>) -> Comparison {
        let answers = task.claims.iter().filter_map(|claim| Answer::new(claim, found)).collect();
        Comparison { file: task.file.display().to_string(), answers, unknown: task.unknown.clone() }
    }

    /// Each expectation that is contradicted, in words.
    pub fn contradictions(&self) -> impl Iterator<Item = String> {
        let is_contradicted = |answer: &&Answer| answer.agreement == Agreement::Contradicted;
        self.answers
            .iter()
            .filter(is_contradicted)
            .map(move |answer| format!("{} expects {}: the verdict contradicts it", self.file, answer.text()))
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for answer in &self.answers {
            let word = match answer.agreement {
                Agreement::Confirmed => "confirmed",
                Agreement::Contradicted => "CONTRADICTED",
                Agreement::Undecided => "not decided",
                Agreement::NotChecked => "not checked",
            };
            text.push_str(&format!("expected {}: {word}\n", answer.text()));
        }
        for (file, why) in &self.unknown {
            text.push_str(&format!("not checked: {file}: {why}\n"));
        }
        text
    }

    pub fn json(&self) -> Value {
        let expected = |answer: &Answer| {
            json!({
                "property": answer.name,
                "verdict": answer.expected == Expected::True,
                "subproperty": answer.part(),
                "matches": match answer.agreement {
                    Agreement::Confirmed => Some(true),
                    Agreement::Contradicted => Some(false),
                    Agreement::Undecided | Agreement::NotChecked => None,
                },
            })
        };
        json!({
            "file": self.file,
            "expected": self.answers.iter().map(expected).collect::<Vec<_>>(),
            "not_checked": self.unknown.iter().map(|(file, why)| json!({"file": file, "why": why})).collect::<Vec<_>>(),
        })
    }
}

impl Answer {
    fn new(claim: &Claim, found: &Found<'_>) -> Option<Answer> {
        let (name, expected) = (claim.name(), claim.expected?);
        let verdict = |property: &Property| {
            let verdict =
                found.properties.iter().find(|(known, _)| known == property).map(|(_, verdict)| verdict);
            (*property, verdict)
        };
        let verdicts: Vec<_> = claim.properties.iter().map(verdict).collect();
        let is_checked = verdicts.iter().any(|(_, verdict)| verdict.is_some());
        // Which calls are errors is part of what is asked.
        let is_same =
            claim.error_function.is_none() || claim.error_function.as_deref() == found.error_function;
        let decided = |verdict: Option<&Verdict>| match verdict {
            Some(Verdict::True) if !found.is_bounded => Some(true),
            Some(Verdict::False) => Some(false),
            _ => None,
        };
        let decided: Vec<_> =
            verdicts.into_iter().map(|(property, verdict)| (property, decided(verdict))).collect();
        let agreement = if is_checked && is_same { expected.judge(&decided) } else { Agreement::NotChecked };
        Some(Answer { name, expected, agreement })
    }

    /// The property that is violated, where the file asks for several.
    fn part(&self) -> Option<&'static str> {
        match self.expected {
            Expected::False(Some(part)) if part.name() != self.name => Some(part.name()),
            _ => None,
        }
    }

    fn text(&self) -> String {
        let word = if self.expected == Expected::True { "true" } else { "false" };
        let part = self.part().map_or(String::new(), |part| format!(" ({part})"));
        format!("{word} of {}{part}", self.name)
    }
}

impl Expected {
    /// Compares with what is known of each property; `None` is nothing.
    fn judge(self, decided: &[(Property, Option<bool>)]) -> Agreement {
        let is_wrong = |&(property, holds): &(Property, Option<bool>)| match self {
            Expected::True => holds == Some(false),
            Expected::False(Some(part)) => holds == Some(property == part),
            Expected::False(None) => false,
        };
        let violated = decided.iter().any(|(_, holds)| *holds == Some(false));
        let all_hold = decided.iter().all(|(_, holds)| *holds == Some(true));
        match self {
            _ if decided.iter().any(is_wrong) => Agreement::Contradicted,
            Expected::True if all_hold => Agreement::Confirmed,
            Expected::False(_) if violated => Agreement::Confirmed,
            Expected::False(None) if all_hold => Agreement::Contradicted,
            _ => Agreement::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Property::{UnreachCall, ValidDeref, ValidFree};

    #[test]
    fn only_a_sure_verdict_contradicts() {
        let check = |expected: Expected, holds, agreement| {
            assert_eq!(expected.judge(&[(UnreachCall, holds)]), agreement, "{expected:?} {holds:?}");
        };
        let violated = Expected::False(Some(UnreachCall));
        check(Expected::True, Some(true), Agreement::Confirmed);
        check(Expected::True, Some(false), Agreement::Contradicted);
        check(Expected::True, None, Agreement::Undecided);
        check(violated, Some(false), Agreement::Confirmed);
        check(violated, Some(true), Agreement::Contradicted);
        check(violated, None, Agreement::Undecided);
    }

    #[test]
    fn of_several_properties_the_right_one_has_to_be_violated() {
        let check = |expected: Expected, deref, free, agreement| {
            let judged = expected.judge(&[(ValidDeref, deref), (ValidFree, free)]);
            assert_eq!(judged, agreement, "{expected:?} {deref:?} {free:?}");
        };
        let part = Expected::False(Some(ValidFree));
        check(part, None, Some(false), Agreement::Confirmed);
        check(part, Some(false), None, Agreement::Contradicted);
        check(part, None, Some(true), Agreement::Contradicted);
        check(part, Some(true), None, Agreement::Undecided);
        check(Expected::False(None), Some(false), None, Agreement::Confirmed);
        check(Expected::False(None), Some(true), None, Agreement::Undecided);
        check(Expected::False(None), Some(true), Some(true), Agreement::Contradicted);
        check(Expected::True, Some(true), None, Agreement::Undecided);
        check(Expected::True, None, Some(false), Agreement::Contradicted);
    }
}
