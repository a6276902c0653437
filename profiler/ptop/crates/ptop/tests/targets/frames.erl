%% An Erlang target for the tests: does what each line of its input says, and answers `done`.
-module(frames).
-behaviour(gen_server).
-export([main/0, init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    serve(Server).

serve(Server) ->
    case io:get_line("") of
        eof ->
            halt();
        Line ->
            [What | Numbers] = string:lexemes(Line, " \n"),
            obey(list_to_atom(What), [list_to_integer(Number) || Number <- Numbers], Server),
            io:put_chars("done\n"),
            serve(Server)
    end.

obey(outer, [Ms], _) -> outer(Ms), done;
obey(descend, [Depth, Ms], _) -> descend(Depth, Ms), done;
obey(funs, [Ms], _) -> funs(Ms), done;
obey(caught, [Ms], _) -> caught(Ms), done;
obey(hopped, [Ms], _) -> hopped(Ms), done;
obey(stored, [Ms], _) -> stored(ets:new(table, [set]), used() + Ms), done;
obey(garbage, [Ms], _) -> garbage(used() + Ms), done;
obey(held, [Ms], _) -> held(lists:seq(1, 2000000), used() + Ms), done;
obey(mapped, [Depth, Ms], _) -> mapped(Depth, Ms), done;
obey(bytes, [Ms], _) -> bytes(used() + Ms), done;
obey(sent, [Ms], _) -> sent(self(), used() + Ms), done;
obey(count, [Ms], _) -> count(used() + Ms), done;
obey(served, [Ms], Server) -> gen_server:call(Server, Ms, infinity), done;
obey(spawned, [Ms], _) -> joined(spawn_monitor(fun() -> outer(Ms), ok end));
obey(nap, [Ms], _) -> timer:sleep(Ms).

joined({_, Reference}) -> receive {'DOWN', Reference, _, _, _} -> ok end.

used() ->
    {Used, _} = statistics(runtime),
    Used.

burn(Until) ->
    turn(300),
    case statistics(runtime) of
        {Used, _} when Used < Until -> burn(Until);
        _ -> ok
    end.

turn(0) -> ok;
turn(Left) -> turn(Left - 1).

inner(Ms) -> burn(used() + Ms), inner.

outer(Ms) -> inner(Ms), outer.

descend(0, Ms) -> burn(used() + Ms), 0;
descend(Depth, Ms) -> 1 + descend(Depth - 1, Ms).

funs(Ms) ->
    lists:foreach(fun(Part) -> burn(used() + Part), Ms end, [Ms div 2, Ms div 2]),
    funs.

caught(Ms) ->
    try
        throw(Ms)
    catch
        Ms -> burn(used() + Ms), caught
    end.

hopped(Ms) -> burn(used() + Ms).

stored(Table, Until) ->
    ets:insert(Table, {{key, Until rem 100}, Until}),
    [_] = ets:lookup(Table, {key, Until rem 100}),
    ets:insert(Table, {first, Until, <<"some bytes">>}),
    [_] = ets:lookup(Table, first),
    ets:match_object(Table, {first, '_', '_'}),
    case statistics(runtime) of
        {Used, _} when Used < Until -> stored(Table, Until);
        _ -> ok
    end.

garbage(Until) ->
    made(20000, []),
    case statistics(runtime) of
        {Used, _} when Used < Until -> garbage(Until);
        _ -> ok
    end.

held(List, Until) ->
    erlang:garbage_collect(),
    case statistics(runtime) of
        {Used, _} when Used < Until -> held(List, Until);
        _ -> length(List)
    end.

made(0, List) -> List;
made(Left, List) -> made(Left - 1, [{Left, List} | List]).

mapped(0, Ms) ->
    searched(maps:from_list([{{key, N}, N} || N <- lists:seq(1, 100)]), used() + Ms),
    0;
mapped(Depth, Ms) ->
    1 + mapped(Depth - 1, Ms).

searched(Map, Until) ->
    looked(Map, 50, 0),
    case statistics(runtime) of
        {Used, _} when Used < Until -> searched(Map, Until);
        _ -> ok
    end.

looked(_, 0, Sum) -> Sum;
looked(Map, Left, Sum) -> looked(Map, Left - 1, Sum + map_get({key, Left}, Map)).

bytes(Until) ->
    joined_bytes(100, <<>>),
    case statistics(runtime) of
        {Used, _} when Used < Until -> bytes(Until);
        _ -> ok
    end.

joined_bytes(0, Bytes) -> erlang:md5(Bytes);
joined_bytes(Left, Bytes) -> joined_bytes(Left - 1, <<Bytes/binary, Left:16>>).

sent(To, Until) ->
    To ! {hello, "a text", #{number => 1}},
    receive {hello, _, _} -> ok end,
    case statistics(runtime) of
        {Used, _} when Used < Until -> sent(To, Until);
        _ -> ok
    end.

count(Until) ->
    added(3000, 0),
    case statistics(runtime) of
        {Used, _} when Used < Until -> count(Until);
        _ -> ok
    end.

added(0, Sum) -> Sum;
added(Left, Sum) ->
    added(Left - 1, Sum + 1).

init(_) -> {ok, none}.

handle_call(Ms, _, State) ->
    outer(Ms),
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
