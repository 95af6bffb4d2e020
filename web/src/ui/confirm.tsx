import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface ConfirmProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, and whether it can be taken back. */
  children: ReactNode
  action: string
  danger?: boolean
  busy: boolean
  error: unknown
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. */
export function Confirm({ open, onClose, title, children, action, danger, busy, error, onConfirm }: ConfirmProps) {
  return (
    <Dialog
      {...{ open, onClose, title }}
      actions={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button look={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error ? <Problem error={error} /> : null}
    </Dialog>
  )
}
