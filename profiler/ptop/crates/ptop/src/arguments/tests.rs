//! Which command lines are read, and how each refusal names its argument.

use super::{Command, ListChoice, ProcessRequest, RequestedProcess, parse};

fn read(line: &str) -> Result<Command, String> {
    parse(line.split_whitespace().map(Into::into)).map_err(|failure| failure.message)
}

#[test]
fn a_capture_has_defaults() {
    let Ok(Command::Capture(request)) = read("capture --targets l --pid 7 --pid 7 --pid 3 --duration 5 --out f") else {
        panic!("not a capture")
    };
    let any = |pid| RequestedProcess { pid, start_ticks: None };
    assert_eq!(request.processes, [any(3), any(7)]);
    assert_eq!((request.duration_sec, request.warmup_sec, request.hz), (5, 0, 99));
    assert_eq!((request.axes.len(), request.json), (crate::registry::default_axes().len(), false));
}

#[test]
fn every_refusal_names_its_argument() {
    for (line, name) in [
        ("capture --duration 5 --out f", "--pid"),
        ("capture --pid 0 --duration 5 --out f", "--pid"),
        ("capture --pid x --duration 5 --out f", "--pid"),
        ("capture --pid 7: --duration 5 --out f", "--pid"),
        ("capture --pid 7:x --duration 5 --out f", "--pid"),
        ("capture --pid :5 --duration 5 --out f", "--pid"),
        ("capture --pid 7 --pid 7:5 --duration 5 --out f", "two start times"),
        ("capture --pid 1 --out f", "--duration"),
        ("capture --pid 1 --duration 301 --out f", "--duration"),
        ("capture --pid 1 --duration 5 --warmup 61 --out f", "--warmup"),
        ("capture --pid 1 --duration 5 --hz 9 --out f", "--hz"),
        ("capture --pid 1 --duration 5 --axes cpu_time,heap --out f", "heap"),
        ("capture --pid 1 --duration 5 --also heap --out f", "--also names \"heap\""),
        ("capture --pid 1 --duration 5 --axes files --also allocations --out f", "--also adds"),
        ("capture --pid 1 --duration 5", "--out"),
        ("capture --pid 1 --duration 5 --out f --frob", "frob"),
        ("capture --pid 1 --duration 5 --out f", "--targets is needed"),
        ("capture --targets l --unlisted --pid 1 --duration 5 --out f", "exclude each other"),
        ("capture --targets l --targets m --pid 1 --duration 5 --out f", "--targets"),
        ("processes --workload a", "--targets is needed"),
        ("targets --json", "--targets is needed"),
        ("targets --unlisted", "unlisted"),
        ("selftest --frob", "frob"),
        ("processes --json", "--workload"),
        ("processes --workload", "workload"),
        ("processes --workload a --workload b", "--workload"),
        ("processes --workload= --json", "--workload"),
        ("processes --workload a --namespace=", "--namespace"),
        ("processes --workload a --pid 1", "pid"),
        ("processes a", "a"),
        ("frobnicate", "frobnicate"),
    ] {
        let message = read(line).expect_err(line);
        assert!(message.contains(name), "{line}: {message}");
    }
}

#[test]
fn axes_are_chosen_once() {
    let Ok(Command::Capture(request)) =
        read("capture --targets l --pid 1 --duration 5 --out f --axes files,network,files --json")
    else {
        panic!("not a capture")
    };
    assert_eq!((request.axes, request.json), (vec!["files", "network"], true));
}

#[test]
fn an_axis_is_measured_beside_the_usual_ones() {
    let Ok(Command::Capture(request)) =
        read("capture --targets l --pid 1 --duration 5 --out f --also allocations,files")
    else {
        panic!("not a capture")
    };
    let mut expected = crate::registry::default_axes();
    expected.push("allocations");
    assert_eq!(request.axes, expected);
}

#[test]
fn a_process_is_named_with_its_start() {
    let Ok(Command::Capture(request)) = read("capture --unlisted --pid 7:4711 --pid 3 --duration 5 --out f") else {
        panic!("not a capture")
    };
    let expected =
        [RequestedProcess { pid: 3, start_ticks: None }, RequestedProcess { pid: 7, start_ticks: Some(4711) }];
    assert_eq!(request.processes, expected);
}

#[test]
fn a_name_is_whatever_follows() {
    let line =
        ["processes", "--targets", "l", "--workload", "--json", "--namespace", "=a b", "--namespace", "shop", "--json"];
    let expected = ProcessRequest {
        list: ListChoice::File("l".into()),
        workload: "--json".to_owned(),
        namespaces: vec!["=a b".to_owned(), "shop".to_owned()],
        json: true,
    };
    assert_eq!(parse(line.map(Into::into)).expect("it parses"), Command::Processes(expected));
}
