import { Popover } from '@base-ui/react/popover'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../classes.ts'
import { Field } from '../field.tsx'
import type { Around } from '../field.tsx'
import { wholeDay } from '../words/format.ts'
import { Calendar, today } from './calendar.tsx'
import { inOrder } from './month.ts'
import type { Bounds } from './month.ts'
import { t } from '../../languages/t.ts'

interface DayFieldProps extends Around, Bounds {
  /** `YYYY-MM-DD`; empty: none was chosen yet. */
  value: string
  onChange: (day: string) => void
  /** Its day can be taken away again. */
  mayBeEmpty?: boolean
}

/** One day. */
export function DayField({ label, hideLabel, hint, problem, value, onChange, mayBeEmpty, min, max }: DayFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (day: string) => {
    setOpen(false)
    onChange(day)
  }
  return (
    <Field {...{ label, hideLabel, hint, problem }}>
      {(of) => (
        <Days {...{ of, isOpen, setOpen }} title={label} says={value === '' ? t('Choose a day') : wholeDay(value)}>
          <Calendar {...{ min, max }} day={value || today()} from={value} to={value} onChoose={choose} />
          {mayBeEmpty && value !== '' && (
            <Button small look="quiet" onClick={() => choose('')}>
              {t('Without a day')}
            </Button>
          )}
        </Days>
      )}
    </Field>
  )
}

interface RangeFieldProps extends Around, Bounds {
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
}

/** From one day to another: the first press says where it begins, the second where it ends, in either order. */
export function RangeField({ label, hideLabel, hint, problem, from, to, onChange, min, max }: RangeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  /** What was pressed first; null: nothing yet. */
  const [begun, begin] = useState<string | null>(null)
  const open = (next: boolean) => {
    setOpen(next)
    begin(null)
  }
  const choose = (day: string) => {
    if (begun === null) return begin(day)
    open(false)
    onChange(inOrder(begun, day))
  }
  return (
    <Field {...{ label, hideLabel, hint, problem }}>
      {(of) => (
        <Days {...{ of, isOpen }} setOpen={open} title={label} says={`${wholeDay(from)} – ${wholeDay(to)}`}>
          <Calendar {...{ min, max }} day={to} from={begun ?? from} to={begun ?? to} onChoose={choose} />
          <p role="status" className="text-[13px] text-muted">
            {begun === null
              ? t('Choose the first day.')
              : t('From {begun}: choose the last day.', { begun: wholeDay(begun) })}
          </p>
        </Days>
      )}
    </Field>
  )
}

interface DaysProps {
  of: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
  title: string
  /** What is chosen. */
  says: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  children: ReactNode
}

function Days({ of, title, says, isOpen, setOpen, children }: DaysProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        {...of}
        aria-labelledby={`${of.id}-label ${of.id}-says`}
        className={cx(
          'inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-2.5 whitespace-nowrap hover:bg-raised',
          of['aria-invalid'] && 'border-bad',
        )}
      >
        <CalendarDays size={15} className="shrink-0 text-muted" aria-hidden />
        <span id={`${of.id}-says`}>{says}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-50">
          <Popover.Popup className="arrive flex flex-col gap-1 rounded-lg border bg-surface p-2 text-text shadow-xl">
            <Popover.Title className="sr-only">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
