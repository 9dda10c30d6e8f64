# What follows is the same for every study: a task, or with the word `merge` the end of all.

sweep() { exec abut sweep "$study" -q "${code[@]}" "$@"; }

if [ "$1" = merge ]; then
    status=0
    for ((i = 1; i <= parts; i++)); do
        if [ -e "$results.part$i" ]; then
            (sweep -o "$results" --merge "$results.part$i") || status=$?
        else
            echo "$results.part$i is not there: task $i has computed nothing" >&2
            status=5
        fi
    done
    exit "$status"
fi

# Told to end, by SIGTERM, the sweep stops in order (6).
trap 'told=1; [ -z "$child" ] || kill -TERM "$child"' TERM
sweep -j "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$parts" \
    -o "$results.part$SLURM_ARRAY_TASK_ID" &
child=$!
[ -z "$told" ] || kill -TERM "$child"
while :; do # a signal ends `wait`, not the sweep
    wait "$child"
    status=$?
    kill -0 "$child" 2>/dev/null || break
done

# Again, unless it was cancelled: the task is not RUNNING then. 143: told before it could stop in order.
if [ -n "$told" ] && [[ $status = 6 || $status = 143 ]] &&
    [ "$(squeue -h -j "$SLURM_JOB_ID" -o %T)" = RUNNING ]; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
