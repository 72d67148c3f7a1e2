#!/bin/sh
# Says to Snakemake how a job of Slurm is, by what the controller remembers: no accounts are needed.
said=$(scontrol --oneliner show job "$1" 2>&1)
case $said in
  *JobState=COMPLETED*) echo success ;;
  *JobState=PENDING* | *JobState=RUNNING* | *JobState=COMPLETING* | *JobState=CONFIGURING* | *JobState=SUSPENDED* | *JobState=REQUEUE*) echo running ;;
  *JobState=* | *"Invalid job id"*) echo failed ;;
  # The controller does not answer: it may again.
  *) echo running ;;
esac
