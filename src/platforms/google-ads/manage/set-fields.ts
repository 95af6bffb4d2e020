import type { AccountRef, PlannedWrite } from '../../contract/manage.ts'
import { PlatformError } from '../../../errors.ts'
import { setsValues } from '../../kit/status-write.ts'
import type { Api } from '../client.ts'
import type { MutateKind } from '../mutation.ts'

interface FieldChange {
  id: string
  kind: Exclude<MutateKind, 'googleAds'>
  /** The platform's name of what is changed; some have to be looked up. */
  nameOf: () => Promise<string>
  fields: Record<string, string>
}

/** Sets fields of one thing to values: made twice, it is the same. */
export function setFields(api: Api, account: AccountRef, { id, kind, nameOf, fields }: FieldChange): PlannedWrite {
  const options = { accountId: account.id }
  const operationsOf = async () => [
    { update: { resourceName: await nameOf(), ...fields }, updateMask: Object.keys(fields).join(',') },
  ]
  return {
    asks: { id, kind, fields },
    async send(sendBefore) {
      await api.mutate(kind, { operations: await operationsOf() }, { ...options, sendBefore })
      return { id, ...('status' in fields ? { status: fields.status ?? null } : {}) }
    },
    readBack: setsValues,
    validate: async () => {
      await api.mutate(kind, { operations: await operationsOf(), validateOnly: true }, options)
    },
  }
}

/** Removes one thing for good. A second time there is nothing to remove, which is what was wanted. */
export function removeOne(
  api: Api,
  account: AccountRef,
  { id, kind, nameOf }: Omit<FieldChange, 'fields'>,
): PlannedWrite {
  return {
    asks: { remove: id, kind },
    async send(sendBefore) {
      const operations = [{ remove: await nameOf() }]
      await api.mutate(kind, { operations }, { accountId: account.id, sendBefore }).catch(fineIfGone)
      return { id, status: 'REMOVED' }
    },
    readBack: { kind: 'repeatable', because: 'what is removed stays removed' },
  }
}

const goneCodes = [
  'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
  'mutateError.RESOURCE_NOT_FOUND',
]

function fineIfGone(error: unknown): void {
  if (error instanceof PlatformError && goneCodes.includes(String(error.failure.code))) return
  throw error
}
