(* Answers questions about an explicit system, by the functions that are proved correct in coq/explicit.v and
   coq/checker.v.  Only the reading and writing here is not proved.

   Input, as words between blanks; a list is its length and then its elements:

     system     the number of states, for each the list of its steps, an action and a state each;
                the number of actions, for each the list of the actions independent of it
     valid                                           is the system numbered upwards, and are its diamonds there?
     covering   a state, the chosen, those asleep    do the chosen actions cover?
     order      a state, the treated in order, the explored, those asleep
     reduction  a list of nodes: a state, those asleep, the treated, the edges (an action and a node each)

   Output: a line for each question, true or false. *)

open Checked

let rec nat n = if n = 0 then O else S (nat (n - 1))

let number () = Scanf.scanf " %d" (fun n -> if n < 0 then failwith "a negative number" else nat n)

let rec times n read = if n = 0 then [] else let x = read () in x :: times (n - 1) read
let list_of read = Scanf.scanf " %d" (fun n -> times n read)

let numbers () = list_of number
let pair () = let a = number () in let b = number () in (a, b)

let node () =
  let state = number () in
  let sleep = numbers () in
  let treated = numbers () in
  let edges = list_of pair in
  { state; sleep; treated; edges }

let answer b = print_endline (if b then "true" else "false")

let rec questions system =
  match Scanf.scanf " %s" (fun word -> word) with
  | "" -> ()
  | "system" ->
      let steps = list_of (fun () -> list_of pair) in
      let rows = list_of numbers in
      questions { steps; rows }
  | "valid" ->
      answer (is_numbered system && is_deterministic system && has_diamonds system);
      questions system
  | "covering" ->
      let s = number () in
      let chosen = numbers () in
      let asleep = numbers () in
      answer (is_covering system s chosen asleep);
      questions system
  | "order" ->
      let s = number () in
      let treated = numbers () in
      let explored = numbers () in
      let asleep = numbers () in
      answer (is_covering_in_order system s treated explored asleep);
      questions system
  | "reduction" ->
      answer (check system (list_of node));
      questions system
  | word -> failwith ("unknown word " ^ word)

let () = questions { steps = []; rows = [] }
