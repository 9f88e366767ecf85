"""Watch a running search, and stop it when it has proved enough."""

from pybridge.engines import begin
from pybridge.facts import find, read
from pybridge.search.task import Task

facts = read(find("fifteen"))
start = facts.start("rosetta")
run = begin(Task(facts=facts, start_name="rosetta", start=start, program="ids_low"), "python")
while not run.wait(0.05):
    progress = run.progress()
    if progress.current and progress.current.threshold >= 42:
        run.cancel()

solution = run.result()
for iteration in solution.iterations:
    print("threshold", iteration.threshold, "expanded", iteration.expanded)
print(solution.outcome.value, "- no solution is shorter than", solution.lower_bound)
