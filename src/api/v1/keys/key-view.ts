import { z } from 'zod'
import { keySpends, scopes } from '../../../core/context.ts'
import type { KeyDetails } from '../../../core/people/keys.ts'
import { RoleWord } from '../people/person-view.ts'

const timeOrNull = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })
export const KeyScopeWord = z.enum(scopes).meta({ id: 'KeyScope' })
export const KeySpendsWord = z.enum(keySpends).meta({ id: 'KeySpends' })

const KeyMakerView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the person.' }),
    name: z.string().meta({ description: 'What they are called.' }),
    role: RoleWord.nullable().meta({
      description:
        'Their role now; null: they do not belong to the company any more, and the key goes on without them.',
    }),
  })
  .meta({ id: 'KeyMaker' })

export const KeyView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the key.' }),
    name: z.string().meta({ description: 'What it is for.' }),
    start: z.string().meta({ description: 'How it begins; the rest is not known any more.', examples: ['ak_q7Xd'] }),
    scopes: z.array(KeyScopeWord).meta({ description: 'What it may do.' }),
    workspaceIds: z
      .array(z.number().int())
      .nullable()
      .meta({ description: 'The workspaces that it opens: never more than who made it works in; null: all of them.' }),
    spends: KeySpendsWord.meta({
      description:
        'act: what it asks for is done, as far as spend guards let it; ask: whatever spends waits for a person first, also where no guard asks.',
    }),
    createdAt: z.string().meta({ description: 'When it was made.', format: 'date-time' }),
    lastUsedAt: timeOrNull('When it was last used; null: never.'),
    expiresAt: timeOrNull('When it ends; null: not by itself.'),
    madeBy: KeyMakerView.nullable().meta({ description: 'Who made it; null: the operator, on the command line.' }),
  })
  .meta({ id: 'ApiKey' })

export function presentKey({ createdAt, lastUsedAt, expiresAt, ...rest }: KeyDetails): z.input<typeof KeyView> {
  const text = (time: Date | null) => time?.toISOString() ?? null
  return { ...rest, createdAt: createdAt.toISOString(), lastUsedAt: text(lastUsedAt), expiresAt: text(expiresAt) }
}
