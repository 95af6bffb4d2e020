import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { KeySpendsWord } from './keys/key-view.ts'
import { scopes } from '../../core/context.ts'
import { whoami } from '../../core/people/whoami.ts'
import { ScopeWord } from '../shapes.ts'

const named = {
  id: z.string().meta({ description: 'Id here, as text.' }),
  name: z.string().meta({ description: 'What people call it.' }),
}

const KeyOwner = z
  .object({ ...named, email: z.string().meta({ description: 'Where mail reaches them.' }) })
  .meta({ id: 'KeyOwner' })

const slug = z.string().meta({ description: 'Short name, unique in this installation.' })
const CompanyName = z.object({ ...named, slug }).meta({ id: 'CompanyName' })
const WorkspaceName = z.object({ ...named, slug }).meta({ id: 'WorkspaceName' })

const KeyInUse = z
  .object({
    ...named,
    scopes: z.array(ScopeWord).meta({ description: `What it may do: any of ${scopes.join(', ')}.` }),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'When it ends; null: never.' }),
    spends: KeySpendsWord.meta({
      description: 'What becomes of a write of its that spends: it is done, or a person is asked first.',
    }),
  })
  .meta({ id: 'KeyInUse' })

export const user = operation({
  name: 'who_am_i',
  rest: { method: 'GET', path: '/v1/user', alsoAt: ['/v1/user/extended2'] },
  section: 'Accounts and people',
  summary: 'Who the key belongs to: user, company, default workspace and account, the key itself.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: z.object({
    user: KeyOwner.nullable().meta({
      description: 'The person that the key was made for; null: nobody in particular.',
    }),
    company: CompanyName.meta({ description: 'The company that everything is read and done for.' }),
    defaultWorkspace: WorkspaceName.nullable().meta({ description: 'Where new ad accounts go; null: there is none.' }),
    defaultAdAccountId: z
      .string()
      .nullable()
      .meta({ description: 'The ad account that was seen first; null: none is known yet.' }),
    key: KeyInUse.nullable().meta({ description: 'The API key that was used; null: it was none.' }),
  }),
  handle: (deps, call) => whoami(deps, call),
})
