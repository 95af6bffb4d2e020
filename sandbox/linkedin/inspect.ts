import { ControlError } from '../core/control/error.ts'
import type { World } from './objects/world.ts'

export function inspectLinkedIn(
  _world: World,
  name: string,
  _query: Record<string, string | undefined>,
): Record<string, unknown> {
  throw new ControlError('name', `There is nothing called ${name} to look at`)
}
