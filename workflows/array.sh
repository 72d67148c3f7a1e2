#!/bin/sh
# Submits a build in shares to Slurm alone: an array of jobs for each step, each step after the one before. Options are
# passed on to sbatch; PHAGEPRESS says how the program is called. `phagepress shard plan` puts this file beside plan.json.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
program=${PHAGEPRESS:-phagepress}
shares=$(sed -n 's/^  "shards": \([0-9]*\),$/\1/p' "$folder/plan.json")

# Up to three times, unless the data or the command is at fault. A job whose node vanishes is queued again.
submit() {
  sbatch --parsable --requeue "$@" <<EOF
#!/bin/sh
for try in 1 2 3; do
  $command && exit 0
  code=\$?
  [ \$code -gt 2 ] || exit \$code
done
exit \$code
EOF
}

after=
for step in genomes sort render derive; do
  command="$program shard $step '$folder' \$SLURM_ARRAY_TASK_ID"
  after=$(submit --job-name="phagepress-$step" --array="1-$shares" ${after:+--dependency=afterok:$after} "$@")
done
command="$program shard join '$folder'"
submit --job-name=phagepress-join --dependency="afterok:$after" "$@"
