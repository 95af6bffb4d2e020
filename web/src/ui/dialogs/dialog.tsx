import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../classes.ts'
import { t } from '../../languages/t.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  lead?: ReactNode
  wide?: boolean
  children: ReactNode
  /** The buttons at its end. */
  actions?: ReactNode
}

export function Dialog({ open, onClose, title, lead, wide, children, actions }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLateField(popup, open)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50" />
        <Base.Popup
          ref={popup}
          initialFocus={() => firstFieldOf(popup.current) ?? popup.current}
          className={cx(
            'arrive fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 rounded-xl border bg-surface p-5 text-text shadow-xl',
            wide ? 'max-w-4xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-3">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Base.Close aria-label={t('Close')} className="rounded p-1 hover:bg-raised">
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          {lead && <Base.Description className="text-muted">{lead}</Base.Description>}
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-0.5 *:shrink-0">{children}</div>
          {actions && <div className="flex flex-wrap justify-end gap-2">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const fields = 'input:not([type=hidden], [type=file], [aria-hidden]), textarea, [role=combobox]'

/** Where somebody begins to write. */
function firstFieldOf(popup: HTMLElement | null): HTMLElement | null {
  const usable = [...(popup?.querySelectorAll<HTMLElement>(fields) ?? [])].filter(
    (field) => !field.matches(':disabled, [readonly]') && field.checkVisibility(),
  )
  return usable[0] ?? null
}

/**
 * A dialog without a field has the focus itself: a key that is meant for a field must not press a button. Where the field comes later,
 * once its answer is there, the focus goes on to it, unless somebody has gone elsewhere by then.
 */
function useLateField(popup: RefObject<HTMLDivElement | null>, open: boolean): void {
  useEffect(() => {
    const element = popup.current
    if (!open || !element) return
    const look = new MutationObserver(() => {
      if (document.activeElement === element) firstFieldOf(element)?.focus()
    })
    look.observe(element, { childList: true, subtree: true })
    return () => look.disconnect()
  }, [popup, open])
}
