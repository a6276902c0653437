%% Busy until it is ended: numbers, text, maps and a file now and then.
-module(busy).
-mode(compile).
-export([main/1]).

main(_) ->
    io:format("{\"event\":\"busy\"}~n"),
    run(1).

run(Start) ->
    turn(Start),
    run(Start rem 100000 + 400).

turn(Start) ->
    Steps = [collatz(Start + Number, 0) rem 97 || Number <- lists:seq(1, 400)],
    Text = lists:join(" ", [integer_to_list(Step) || Step <- Steps]),
    ok = file:write_file("/dev/null", tally(lists:flatten(Text))).

collatz(1, Steps) -> Steps;
collatz(Number, Steps) when Number rem 2 =:= 0 -> collatz(Number div 2, Steps + 1);
collatz(Number, Steps) -> collatz(3 * Number + 1, Steps + 1).

tally(Text) ->
    Count = fun(Word, Counts) -> maps:update_with(Word, fun(Seen) -> Seen + 1 end, 1, Counts) end,
    Counts = lists:foldl(Count, #{}, string:split(Text, " ", all)),
    [[Word, $:, integer_to_list(Seen), $,] || {Word, Seen} <- lists:sort(maps:to_list(Counts))].
