import type { Simulator } from '../simulator.ts'
import { ControlError } from './error.ts'
import type { FaultEntry } from './fault-book.ts'
import { faultInput, futureInput, latencyInput, parseControl } from './input.ts'
import type { World } from './world.ts'

/** Every call is held against every rule. */
const maxRules = 500

export function addFault(world: World, input: unknown): FaultEntry {
  const fault = parseControl(faultInput, input)
  findSimulator(world, fault.platform, 'platform')
  refuseAbove(maxRules, world.faults.list().length)
  return world.faults.add(fault)
}

export function setLatency(world: World, input: unknown): void {
  const rule = parseControl(latencyInput, input)
  findSimulator(world, rule.platform, 'platform')
  refuseAbove(maxRules, world.latency.list().length)
  world.latency.set(rule)
}

/** The day is one that the clock of the sandbox has not passed; its own takes back what was set. */
export function setFuture(world: World, input: unknown): Record<string, unknown> {
  const { platform, date } = parseControl(futureInput, input)
  const simulator = findSimulator(world, platform, 'platform')
  const today = new Date(world.clock.now()).toISOString().slice(0, 10)
  if (date < today) throw new ControlError('date', `date must not be before today, ${today}`)
  const { platform: name } = simulator
  if (!simulator.liveOn) throw new ControlError('platform', `Of ${name} no change is known that is still to come`)
  return { platform: name, date, settings: simulator.liveOn(date) }
}

function refuseAbove(max: number, present: number): void {
  if (present >= max)
    throw new ControlError('body', `There are ${max} already; DELETE /_control/faults or a reset removes them`)
}

export function findSimulator(world: World, platform: string | undefined, field: string): Simulator {
  const known = world.simulators.map((simulator) => simulator.platform).join(', ')
  if (!platform) throw new ControlError(field, `Name a platform: ${known}`)
  const found = world.simulators.find((simulator) => simulator.platform === platform)
  if (!found) throw new ControlError(field, `There is no platform "${platform}" here; there is: ${known}`)
  return found
}
