import { groupKinds } from './draft.ts'
import type { Draft } from './draft.ts'
import { t } from '../../../languages/t.ts'

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands in the JSON panel, or why the builder cannot show it. What it can show may still be wrong: the service says so. */
export function readDraft(text: string): { draft: Draft } | { problem: string } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return { problem: t('This is no JSON: {message}.', { message: (error as Error).message }) }
  }
  if (!isObject(given)) return { problem: t('A rule is an object, in braces.') }
  const problem = draftProblem(given)
  return problem === null ? { draft: given } : { problem }
}

function draftProblem(given: Fields): string | null {
  const { cases, scope, schedule, protections } = given
  const objects = Object.entries({ scope, schedule, protections })
  for (const [name, value] of objects) {
    if (value !== undefined && !isObject(value)) return t('{name} must be an object.', { name })
  }
  if (cases !== undefined && !(Array.isArray(cases) && cases.every(isObject)))
    return t('cases must be a list of objects.')
  for (const [index, each] of (cases ?? []).entries()) {
    const problem = caseProblem(each, `cases.${index}.`)
    if (problem !== null) return problem
  }
  return caseProblem(given, '') ?? scopeProblem((scope ?? {}) as Fields)
}

function caseProblem({ when, then }: Fields, path: string): string | null {
  if (then !== undefined && !(Array.isArray(then) && then.every(isObject)))
    return t('{path}then must be a list of objects.', { path })
  return when === undefined ? null : conditionProblem(when, `${path}when`)
}

function scopeProblem({ filter, accountIds }: Fields): string | null {
  if (accountIds !== undefined && !Array.isArray(accountIds)) return t('scope.accountIds must be a list.')
  if (filter === undefined) return null
  if (!isObject(filter)) return t('scope.filter must be an object.')
  for (const name of ['labels', 'status', 'campaignIds', 'adSetIds']) {
    if (filter[name] !== undefined && !Array.isArray(filter[name]))
      return t('scope.filter.{name} must be a list.', { name })
  }
  return filter.when === undefined ? null : conditionProblem(filter.when, 'scope.filter.when')
}

function conditionProblem(given: unknown, path: string): string | null {
  if (!isObject(given)) return t('{path} must be an object.', { path })
  if (given.compareTo !== undefined && !isObject(given.compareTo))
    return t('{path}.compareTo must be an object.', { path })
  for (const kind of groupKinds) {
    const parts = given[kind]
    if (parts === undefined) continue
    if (!Array.isArray(parts)) return t('{path}.{kind} must be a list.', { path, kind })
    for (const [index, part] of parts.entries()) {
      const problem = conditionProblem(part, `${path}.${kind}.${index}`)
      if (problem !== null) return problem
    }
  }
  return null
}
