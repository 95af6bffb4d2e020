import type { Entity, Fields } from '../../objects/objects.ts'
import type { Step } from '../step.ts'

/** Something new, ready to be stored. */
export interface NewEntity {
  /** The id or ids of its resource name. */
  id: string
  fields: Fields
}

/** What may be written of one kind. Each throws the platform's refusal. */
export interface Rules {
  create(step: Step, given: Fields): NewEntity
  /** `changed` names the fields of the update mask in camel case. */
  update?(step: Step, before: Entity, after: Fields, changed: string[]): void
  remove?(step: Step, entity: Entity): void
}
