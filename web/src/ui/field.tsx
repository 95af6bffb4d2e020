import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './classes.ts'

const box =
  'w-full rounded-md border border-field bg-surface px-2.5 text-text placeholder:text-muted aria-[invalid=true]:border-bad disabled:opacity-60'

export interface Around {
  label: string
  /** The label is there for those who hear the page, and not shown. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What is wrong with what stands in it. */
  problem?: string | null
}

interface Inside {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A label, what is filled in, a hint and a problem, tied together for those who hear the page. */
export function Field({ label, hideLabel, hint, problem, children }: Around & { children: (of: Inside) => ReactNode }) {
  const id = useId()
  const describedBy = problem ? `${id}-problem` : hint ? `${id}-hint` : undefined
  return (
    <div className="flex flex-col gap-1">
      <label id={`${id}-label`} htmlFor={id} className={hideLabel ? 'sr-only' : 'text-[13px] font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(problem), 'aria-describedby': describedBy })}
      {problem ? (
        <p id={`${id}-problem`} className="text-[13px] text-bad">
          {problem}
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className="text-[13px] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export function TextField({ label, hideLabel, hint, problem, className, ...rest }: Around & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hideLabel, hint, problem }}>
      {(of) => <input {...of} {...rest} className={cx(box, 'h-9', className)} />}
    </Field>
  )
}

export function TextArea({ label, hideLabel, hint, problem, className, ...rest }: Around & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hideLabel, hint, problem }}>
      {(of) => <textarea {...of} {...rest} className={cx(box, 'py-2', className)} />}
    </Field>
  )
}

export function Checkbox({ label, ...rest }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="inline-flex items-center gap-2">
      <input type="checkbox" {...rest} className="size-4 shrink-0 accent-(--accent-strong)" />
      {label}
    </label>
  )
}
