import type { AccountDeps } from '../core/deps.ts'
import { runRehearsal } from '../core/rehearsals/run.ts'
import { forgottenRehearsals, rehearsalTask } from '../core/rehearsals/store.ts'
import type { Seal } from '../core/secrets/seal.ts'
import type { Task } from './task.ts'

/** Tries through a connection what launching needs, for whoever asked. */
export function rehearseConnections(given: Pick<AccountDeps, 'connections'> & { seal: Seal }): Task {
  return {
    name: rehearsalTask,
    places: 2,
    placesPerCompany: 1,
    mayTakeSeconds: 900,
    forgotten: forgottenRehearsals,
    run: (deps, task) => runRehearsal({ ...deps, ...given }, task),
  }
}
