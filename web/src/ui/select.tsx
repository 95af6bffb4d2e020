import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { cx } from './classes.ts'
import { Field } from './field.tsx'
import type { Around } from './field.tsx'

export interface Option {
  value: string
  label: string
}

interface OptionGroup {
  /** Empty: the options stand by themselves. */
  name: string
  options: readonly Option[]
}

interface SelectProps {
  groups: readonly OptionGroup[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  className?: string
  id?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** One of a few: by mouse, by keyboard, and by the first letters of what is wanted. The page takes no styles but its own. */
function Select({ groups, value, onChange, disabled, className, ...rest }: SelectProps) {
  const chosen = groups.flatMap(({ options }) => options).find((option) => option.value === value)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        value={value}
        modal={false}
        disabled={disabled}
        onValueChange={(next) => typeof next === 'string' && onChange(next)}
      >
        <Base.Trigger
          {...rest}
          data-value={value}
          className={cx(
            'flex h-9 w-full items-center gap-1.5 rounded-md border border-field bg-surface px-2.5 text-left text-text hover:bg-raised aria-[invalid=true]:border-bad disabled:opacity-60',
            className,
          )}
        >
          <span className="min-w-0 flex-1 truncate">{chosen?.label ?? ''}</span>
          <ChevronDown size={14} className="shrink-0 text-muted" aria-hidden />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} align="start" alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="arrive max-h-[min(24rem,var(--available-height))] max-w-[min(28rem,calc(100vw-2rem))] min-w-(--anchor-width) overflow-y-auto rounded-lg border bg-surface p-1 text-text shadow-lg outline-none">
              {groups.map(({ name, options }) =>
                name === '' ? (
                  <Items key={name} options={options} />
                ) : (
                  <Base.Group key={name}>
                    <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                      {name}
                    </Base.GroupLabel>
                    <Items options={options} />
                  </Base.Group>
                ),
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

function Items({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <Base.Item
      key={value}
      value={value}
      label={label}
      data-value={value}
      className="flex cursor-pointer items-start gap-2 rounded-md py-1.5 pr-2.5 pl-2 outline-none data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent"
    >
      <span className="mt-1 w-3.5 shrink-0">
        <Base.ItemIndicator>
          <Check size={14} aria-hidden />
        </Base.ItemIndicator>
      </span>
      <Base.ItemText className="min-w-0 break-words">{label}</Base.ItemText>
    </Base.Item>
  ))
}

interface FieldProps extends Around {
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  className?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

export function SelectField({ label, hideLabel, hint, problem, options, ...rest }: FieldProps) {
  return <GroupedSelectField {...{ label, hideLabel, hint, problem }} groups={[{ name: '', options }]} {...rest} />
}

type GroupedProps = Omit<FieldProps, 'options'> & { groups: readonly OptionGroup[] }

export function GroupedSelectField({ label, hideLabel, hint, problem, ...rest }: GroupedProps) {
  return (
    <Field {...{ label, hideLabel, hint, problem }}>
      {(of) => <Select {...of} aria-labelledby={`${of.id}-label`} {...rest} />}
    </Field>
  )
}
