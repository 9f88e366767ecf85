:- module(pybridge_state_text, [ template/3,    % +Shape, +State, -Text
                                 value_text/2,  % +Value, -Text
                                 text_value/2,  % +Text, -Value
                                 state_leaves/3 % +Template, +State, -Texts
                               ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(unknown).

/** <module> States as text, with and without their values
*/

%!  template(+Shape, +State, -Text:string) is det.
%
%   Text is a state of Shape with the variables `Leaf_0_`, `Leaf_1_` and so on for leaves.
%   State is any of that shape. Operators are written as such only where no value of a leaf
%   could be taken for a part of them.

template(Shape, _, Text) :-
    unknown(Shape, State, Leaves),
    findall(Name,
            ( member(Leaf-_, Leaves), format(atom(Name), "Leaf_~d_", [Leaf]) ),
            Names),
    maplist([Name,_-Variable,Name=Variable]>>true, Names, Leaves, Bindings),
    maplist([_-Variable]>>del_attr(Variable, pybridge_unknown), Leaves),
    with_output_to(string(Text),
                   write_term(State, [ quoted(true), ignore_ops(true), variable_names(Bindings) ])).

%!  value_text(+Value, -Text:string) is det.
%
%   Text reads back as Value, also as an argument.

value_text(Value, Text) :-
    with_output_to(string(Text),
                   write_term(Value, [quoted(true), ignore_ops(false), priority(999)])).

%!  text_value(+Text, -Value) is det.
%
%   Value is what value_text/2 wrote, whatever the operators of the rules are.

text_value(Text, Value) :-
    term_string(Value, Text, [module(pybridge_state_text),double_quotes(string)]).

%!  state_leaves(+Template:string, +State, -Texts:list) is semidet.
%
%   Texts are those of the leaves of State, which has the form of Template: that of template/3,
%   "actions" for a list of what holds, or "state" for one that is taken as a whole.

state_leaves("actions", State, Texts) :-
    !,
    is_list(State),
    maplist(value_text, State, Texts).
state_leaves("state", State, [Text]) :-
    !,
    value_text(State, Text).
state_leaves(Template, State, Texts) :-
    term_string(State, Template, [variable_names(Bindings)]),
    maplist([_=Value,Text]>>value_text(Value, Text), Bindings, Texts).
