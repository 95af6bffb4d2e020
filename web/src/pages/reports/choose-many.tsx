import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { Checkbox } from '../../ui/field.tsx'
import type { Option } from '../../ui/select.tsx'

interface ChooseManyProps {
  label: string
  /** What is chosen, in a few words. */
  says: string
  options: readonly (Option & { hint?: string })[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A list to tick several of. */
export function ChooseMany({ label, says, options, chosen, onChange }: ChooseManyProps) {
  const toggle = (value: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(value)
    else next.delete(value)
    onChange(options.map((option) => option.value).filter((one) => next.has(one)))
  }
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`${label}: ${says}`}
        className="inline-flex h-9 max-w-64 items-center gap-1.5 rounded-md border border-field bg-surface px-2.5 hover:bg-raised"
      >
        <span className="truncate">{says}</span>
        <ChevronDown size={14} className="shrink-0" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-50">
          <Popover.Popup className="arrive flex max-h-96 w-[min(22rem,calc(100vw-2rem))] flex-col gap-1 overflow-y-auto rounded-lg border bg-surface p-2 text-text shadow-xl">
            <Popover.Title className="px-1 text-[13px] font-medium text-muted">{label}</Popover.Title>
            {options.map(({ value, label: text, hint }) => (
              <div key={value} className="rounded px-1 py-1 hover:bg-raised">
                <Checkbox
                  label={text}
                  checked={chosen.includes(value)}
                  onChange={(event) => toggle(value, event.target.checked)}
                />
                {hint && <p className="pl-6 text-[13px] text-muted">{hint}</p>}
              </div>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
