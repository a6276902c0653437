//! The little of JSON that the runtime's description of itself is made of: objects, lists, numbers and texts without
//! escapes. Bounded in depth and in values.

/// Depth believed; the description has four levels.
const DEPTH: usize = 8;
/// Values believed; the description has about a thousand.
const VALUES: usize = 32 * 1024;

/// A value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Json<'a> {
    Number(i64),
    Text(&'a str),
    List(Vec<Json<'a>>),
    Object(Vec<(&'a str, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The value that a text is. `None` when it is none, or has what is not expected in it.
    pub(super) fn parse(text: &'a str) -> Option<Json<'a>> {
        let mut reader = Reader { text, at: 0, left: VALUES };
        let value = reader.value(DEPTH)?;
        reader.space();
        (reader.at == text.len()).then_some(value)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Json<'a>> {
        let Json::Object(members) = self else { return None };
        members.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// A number, or a text that is one.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Json::Number(number) => u64::try_from(*number).ok(),
            Json::Text(text) => match text.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16).ok(),
                None => text.parse().ok(),
            },
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Json<'a>]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    left: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn takes(&mut self, wanted: u8) -> bool {
        self.space();
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn value(&mut self, depth: usize) -> Option<Json<'a>> {
        self.left = self.left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        self.space();
        match self.peek()? {
            b'{' => {
                self.at += 1;
                let mut members = Vec::new();
                while !self.takes(b'}') {
                    if !members.is_empty() {
                        self.takes(b',').then_some(())?;
                    }
                    let name = self.string()?;
                    self.takes(b':').then_some(())?;
                    members.push((name, self.value(depth)?));
                }
                Some(Json::Object(members))
            }
            b'[' => {
                self.at += 1;
                let mut list = Vec::new();
                while !self.takes(b']') {
                    if !list.is_empty() {
                        self.takes(b',').then_some(())?;
                    }
                    list.push(self.value(depth)?);
                }
                Some(Json::List(list))
            }
            b'"' => self.string().map(Json::Text),
            _ => {
                let rest = self.text.get(self.at..)?;
                let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'-';
                let length = rest.bytes().take_while(|byte| is_number(*byte)).count();
                self.at += length;
                rest.get(..length)?.parse().ok().map(Json::Number)
            }
        }
    }

    fn string(&mut self) -> Option<&'a str> {
        self.takes(b'"').then_some(())?;
        let rest = self.text.get(self.at..)?;
        let length = rest.find('"')?;
        self.at += length + 1;
        rest.get(..length).filter(|text| !text.contains('\\'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptions_values_are_read() {
        let text = r#"{"types":{"Thread":{"Id":16,"Handle":[304,"GCHandle"],"!":8}},
            "globals":{"Bits":["0xc","uint8"],"Map":[[20],"pointer"]}}"#;
        let json = Json::parse(text).unwrap();
        let thread = json.get("types").and_then(|types| types.get("Thread")).unwrap();
        assert_eq!(thread.get("Id").and_then(Json::number), Some(16));
        let pair = thread.get("Handle").and_then(Json::list).unwrap();
        assert_eq!((pair[0].number(), &pair[1]), (Some(304), &Json::Text("GCHandle")));
        let bits = json.get("globals").and_then(|globals| globals.get("Bits")?.list()?.first()?.number());
        assert_eq!(bits, Some(12));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let deep = "[".repeat(100_000);
        for text in ["", "{", "{\"a\"", "[1,]", "{\"a\":1,}", "[1 2]", "1 2", "\"a\\\"b\"", "[1}", "-", "true", &deep] {
            assert_eq!(Json::parse(text), None, "{}", &text[..text.len().min(9)]);
        }
    }
}
