import type { Callers } from './callers.ts'
import type { Database } from './database.ts'
import { startEngine } from './engine.ts'
import type { Moment, Surroundings } from './engine.ts'
import type { AtMoment, Happening } from './plan.ts'
import { running } from './schedule.ts'
import type { Process, Schedule } from './schedule.ts'

export interface Staff {
  start(kind: ProcessKind): void
  all: Process[]
  living(kind?: ProcessKind): Process[]
  kindOf(process: Process): ProcessKind
  dismiss(kind: ProcessKind, database: Database): Promise<void>
}

type ProcessKind = 'worker' | 'api'

export function createStaff(surroundings: Surroundings): Staff {
  const { schedule } = surroundings
  const all: Process[] = []
  const kindOf = ({ name }: Process): ProcessKind => (name.startsWith('api') ? 'api' : 'worker')
  return {
    all,
    kindOf,
    living: (kind) => all.filter((each) => each.isAlive && (!kind || kindOf(each) === kind)),
    async dismiss(kind, database) {
      for (const each of all) if (kindOf(each) === kind) each.isAlive = false
      await database.cut((process) => kindOf(process) === kind, 'its work is done')
    },
    start(kind) {
      const process = schedule.process(`${kind}${all.filter((each) => kindOf(each) === kind).length + 1}`)
      all.push(process)
      schedule.note(process, 'begins')
      if (kind === 'worker') startEngine(surroundings, process)
    },
  }
}

interface Scene {
  schedule: Schedule
  database: Database
  staff: Staff
  callers: Callers
  isCalm: () => boolean
  count: (what: string) => void
}

/** It is dead at once; then the database notices. */
function kill(
  victim: Process,
  backMs: number,
  { schedule, database, staff }: Omit<Scene, 'callers' | 'isCalm' | 'count'>,
) {
  schedule.note(victim, 'is killed')
  victim.isAlive = false
  schedule.in(0, null, '', () => database.cut((process) => process === victim, 'killed'))
  schedule.in(backMs, null, '', () => staff.start(staff.kindOf(victim)))
}

/** What the plan has for whoever is at this moment of a write. */
export function atMoment(moment: Moment | AtMoment['moment'], moments: AtMoment[], scene: Scene): void {
  const victim = running.getStore()?.process
  if (!victim?.isAlive || scene.isCalm() || isSpared(victim, scene.staff)) return
  for (const each of moments) {
    if (each.moment !== moment) continue
    each.time -= 1
    if (each.time !== 0) continue
    scene.count(`${typeof each.then === 'string' ? each.then : 'freeze'} ${moment}`)
    scene.schedule.note(victim, `is at the moment ${moment}`)
    if (each.then === 'kill') return kill(victim, 1_000, scene)
    if (each.then === 'cancel') return scene.callers.cancel(null)
    scene.schedule.note(victim, `is frozen for ${each.then.frozenMs} ms`)
    victim.frozenUntil = scene.schedule.now + each.then.frozenMs
  }
}

/** What the plan has for this step. */
export function happen(happenings: Happening[], { schedule, database, staff, callers, isCalm, count }: Scene): void {
  while (happenings[0] && happenings[0].atStep <= schedule.steps) {
    const next = happenings.shift()!
    if (isCalm()) continue
    schedule.in(0, null, '', async () => {
      const victim = victimOf(staff, schedule)
      if (!victim) return
      count(next.kind)
      switch (next.kind) {
        case 'kill':
          kill(victim, next.backMs, { schedule, database, staff })
          break
        case 'freeze':
          schedule.note(victim, `is frozen for ${next.ms} ms${next.isSleep ? ', asleep' : ''}`)
          victim.frozenUntil = schedule.now + next.ms
          if (next.isSleep && victim.wallAhead === 0) victim.slept += next.ms
          break
        case 'clock':
          if (victim.slept > 0) break
          schedule.note(victim, `its clock jumps by ${next.ms} ms`)
          victim.wallAhead += next.ms
          break
        case 'outage':
          schedule.note(next.isForAll ? null : victim, `the database is away for ${next.ms} ms`)
          await database.away((process) => next.isForAll || process === victim, next.ms)
          break
        case 'cancel':
          callers.cancel(next.againMs)
      }
    })
  }
}

/** Of the API one always lives, to be asked. */
function isSpared(process: Process, staff: Staff): boolean {
  return staff.kindOf(process) === 'api' && staff.living('api').length < 2
}

/** Most often whoever is just at work. */
function victimOf(staff: Staff, { random, last }: Schedule): Process | undefined {
  const some = random.chance(0.7) ? last : random.pick(staff.all)
  return some?.isAlive && !isSpared(some, staff) ? some : random.pick(staff.living('worker'))
}
