import { z } from 'zod'
import { maxCopies } from '../../../../core/duplicate/duplicate.ts'
import { workspaceField } from '../fields.ts'
import { AccountIdField } from '../../../shapes.ts'

const copyStatuses = ['PAUSED', 'ACTIVE', 'INHERITED', 'INHERITED_FROM_SOURCE'] as const

const statusWords = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  INHERITED: 'inherited',
  INHERITED_FROM_SOURCE: 'inherited',
} as const

/** What all of them take. */
export const copyFields = {
  accountId: AccountIdField,
  copyCount: z
    .number()
    .int()
    .min(1)
    .max(maxCopies)
    .default(1)
    .meta({ description: `How many copies to make: 1 to ${maxCopies}.` }),
  initialStatus: z
    .enum(copyStatuses)
    .meta({ id: 'CopyStatus' })
    .default('PAUSED')
    .transform((word) => statusWords[word])
    .meta({ description: 'How the copies begin. INHERITED, and INHERITED_FROM_SOURCE, mean: as the original is.' }),
  ...workspaceField,
}

/** The same where the platform has a word of its own for what runs. */
export const appStatusField = {
  initialStatus: z
    .enum([...copyStatuses, 'LIVE'])
    .meta({ id: 'AppCopyStatus' })
    .default('PAUSED')
    .transform((word) => (word === 'LIVE' ? 'active' : statusWords[word]))
    .meta({
      description: "How the copies begin. LIVE is the network's word for ACTIVE; INHERITED: as the original is.",
    }),
}

const maxNameLength = 400

export const CopyName = z.string().trim().min(1).max(maxNameLength).optional()

export const newNameField = {
  newName: CopyName.meta({ description: "Name of the copies; {n} in it becomes the copy's number." }),
}
