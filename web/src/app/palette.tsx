import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import { cx } from '../ui/classes.ts'
import { useActs } from '../pages/running/acts.ts'
import type { Acts } from '../pages/running/acts.ts'
import { AskFirst } from '../pages/running/ask-first.tsx'
import { useChoices } from './palette-choices.ts'
import type { Choice } from './palette-choices.ts'
import { t } from '../languages/t.ts'

export interface PaletteState {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** Ctrl-K or Cmd-K, from anywhere. */
export function usePalette(): PaletteState {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

/** What is chosen here and changes something asks first, in the same words and through the same guards as everywhere. */
export function Palette({ isOpen, close }: PaletteState) {
  const acts = useActs()
  return (
    <>
      <AskFirst acts={acts} />
      <Dialog.Root open={isOpen} onOpenChange={(next) => !next && close()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/50" />
          <Dialog.Popup className="arrive fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-xl border bg-surface text-text shadow-xl">
            <Dialog.Title className="sr-only">{t('Go to a page, or do something')}</Dialog.Title>
            {isOpen && <Search close={close} acts={acts} />}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function Search({ close, acts }: { close: () => void; acts: Acts }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { choices: found, isLooking } = useChoices(typed, acts)
  const chosen = Math.min(at, found.length - 1)
  const run = (choice: Choice | undefined) => {
    if (!choice) return
    close()
    choice.run()
  }
  return (
    <>
      <input
        autoFocus
        role="combobox"
        aria-label={t('Go to a page, or do something')}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={chosen >= 0 ? `palette-${chosen}` : undefined}
        placeholder={t('Go to, or: pause retargeting, budget evergreen 300')}
        value={typed}
        onChange={(event) => (setTyped(event.target.value), setAt(0))}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) {
            event.preventDefault()
            setAt(Math.max(0, Math.min(chosen + step, found.length - 1)))
          }
          if (event.key === 'Enter') run(found[chosen])
        }}
        className="h-12 w-full border-b bg-surface px-4 outline-none placeholder:text-muted"
      />
      <ul id="palette-list" role="listbox" aria-label={t('Pages and actions')} className="max-h-80 overflow-y-auto p-1">
        {found.map((choice, index) => (
          <li
            key={choice.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => run(choice)}
            className={cx('cursor-pointer rounded-md px-3 py-2', index === chosen && 'bg-accent-soft text-accent')}
          >
            <span className="block truncate">{choice.name}</span>
            {choice.hint && <span className="block truncate text-[13px] text-muted">{choice.hint}</span>}
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-3 py-2 text-muted">{isLooking ? t('Looking …') : t('Nothing is called that.')}</li>
        )}
      </ul>
    </>
  )
}
