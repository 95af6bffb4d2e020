import { createContext, use, useId } from 'react'
import type { ReactNode } from 'react'
import type { Issue } from '../../../../../client/src/index.ts'
import { FieldName } from '../../../ui/words/names.tsx'
import { Said } from '../../../ui/words/said.tsx'
import type { Draft } from './draft.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

interface Editing {
  rule: Draft
  issues: readonly Issue[]
  /** Writes a value at a path of the rule; undefined takes it away. */
  set: (path: string, value: unknown) => void
  replace: (rule: Draft) => void
}

const EditingContext = createContext<Editing | null>(null)

export function EditingProvider({ children, ...editing }: Editing & { children: ReactNode }) {
  return <EditingContext value={editing}>{children}</EditingContext>
}

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('A part of the builder stands outside of it.')
  return editing
}

/** What is wrong at exactly this place, in words; null: nothing. */
export function useProblem(path: string): string | null {
  const found = useEditing().issues.filter((issue) => issue.path === path)
  return found.length === 0 ? null : found.map(textOf).join(' ')
}

interface Problems {
  /** For a field of the place: it is marked, and tied to the words. */
  mark: (field: string) => { 'aria-invalid'?: boolean; 'aria-describedby'?: string }
  /** What is wrong at the place or below it. */
  list: ReactNode
}

/** What is wrong at a place or anywhere below it, said once below its fields. `except` are parts that say it themselves. */
export function useProblems(path: string, except: readonly string[] = []): Problems {
  const id = useId()
  const { issues } = useEditing()
  const isBelow = (place: string, of: string) => place === of || place.startsWith(`${of}.`)
  const own = issues.filter(
    (issue) => isBelow(issue.path, path) && !except.some((part) => isBelow(issue.path, `${path}.${part}`)),
  )
  return {
    mark: (field) =>
      own.some((issue) => isBelow(issue.path, `${path}.${field}`))
        ? { 'aria-invalid': true, 'aria-describedby': id }
        : {},
    list: own.length > 0 && (
      <ul id={id} className="flex flex-col gap-0.5 text-[13px] text-bad">
        {own.map((issue) => (
          <li key={`${issue.path} ${issue.message}`}>
            <b className="font-medium">
              <FieldName of={issue.path.slice(path.length + 1) || path} />
            </b>{' '}
            <Words of={issue} />
          </li>
        ))}
      </ul>
    ),
  }
}

function Words({ of: { message, expected } }: { of: Issue }) {
  const said = <Said>{sentenceOf(message)}</Said>
  return expected === undefined ? said : rich('{said} Expected: {expected}.', { said, expected })
}

const sentenceOf = (message: string) => (message.endsWith('.') ? message : `${message}.`)

function textOf({ message, expected }: Issue): string {
  const said = sentenceOf(message)
  return expected === undefined ? said : t('{said} Expected: {expected}.', { said, expected })
}
