import type { GraphCall } from '../call.ts'
import { badParameter, notOneOf, refusal } from '../errors.ts'
import type { Status } from './objects.ts'
import { booleanParam, enumParam, objectParam, textOf } from '../graph/params.ts'

const statusOptions: ReadonlySet<string> = new Set(['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE'])
const strategies: ReadonlySet<string> = new Set(['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME'])
const syncLimit = 2
const asyncLimit = 51

export interface CopyOptions {
  isDeep: boolean
  status(source: Status): Status
  /** Only what the call was about counts as the top; the rest is renamed by a deep rename alone. */
  rename(name: string, isTop: boolean): string
}

export function readCopyOptions({ params }: GraphCall): CopyOptions {
  const option = enumParam(params, 'status_option', statusOptions) ?? 'PAUSED'
  const names = objectParam(params, 'rename_options') ?? {}
  const strategy = textOf(names['rename_strategy']) ?? 'ONLY_TOP_LEVEL_RENAME'
  if (!strategies.has(strategy)) throw notOneOf('rename_options[rename_strategy]', strategies)
  const affix = (key: string, fallback: string) => {
    const value = names[key] ?? fallback
    if (typeof value !== 'string') throw badParameter(`Param ${key} must be a string`, 'rename_options', key)
    return value
  }
  const prefix = affix('rename_prefix', '')
  const suffix = affix('rename_suffix', ' - Copy')
  return {
    isDeep: booleanParam(params, 'deep_copy') ?? false,
    status: (source) => (option === 'INHERITED_FROM_SOURCE' ? inherited(source) : (option as Status)),
    rename: (name, isTop) =>
      strategy === 'DEEP_RENAME' || (strategy === 'ONLY_TOP_LEVEL_RENAME' && isTop) ? prefix + name + suffix : name,
  }
}

function inherited(source: Status): Status {
  return source === 'ACTIVE' ? 'ACTIVE' : 'PAUSED'
}

/** The platform copies at most two objects while the caller waits, and 51 in the background. */
export function checkCopySize({ request }: GraphCall, objects: number): void {
  if (objects <= (request.isAsync ? asyncLimit : syncLimit)) return
  throw refusal(
    1885194,
    'Copy request is too large',
    request.isAsync
      ? `${objects} ads, ad sets and campaigns are more than ${asyncLimit}, the most that can be copied at once.`
      : `${objects} ads, ad sets and campaigns are too many: fewer than ${syncLimit + 1} can be copied at once. Use an asynchronous batch for more.`,
  )
}
