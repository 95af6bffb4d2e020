import { z } from 'zod'
import type { ListWishes } from '../question.ts'
import { listFields, listOfFields } from '../wishes.ts'

export const maxViewName = 200
/** Of one person, and of the company. */
export const maxViews = 200

/** What a view keeps: a list as it is asked for, without a text that is searched for and without days of the calendar. */
export const viewWishes = {
  ...listFields,
  ...listOfFields,
  sortDirection: z.enum(['ASC', 'DESC']).optional().meta({ description: 'ASC or DESC.' }),
}

const ViewWishes = z.object(viewWishes)

/** A list that somebody saved. */
export interface SavedView {
  id: number
  name: string
  wishes: ListWishes
  /** null: it is the company's. */
  ownerId: number | null
  /** Its owner does not belong to the company any more. */
  isLeft: boolean
  madeBy: string
  createdBy: string
  createdAt: Date
  updatedAt: Date
}

export interface ViewChange {
  name: string
  forCompany: boolean
  wishes: ListWishes
}

/** From a row. */
export function wishesIn(stored: object): ListWishes {
  return withoutGaps(ViewWishes.parse(stored))
}

type GivenWishes = { [Field in keyof ListWishes]?: ListWishes[Field] | undefined }

export function withoutGaps(wishes: GivenWishes): ListWishes {
  return Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined))
}
