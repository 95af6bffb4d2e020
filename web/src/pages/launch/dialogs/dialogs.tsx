import { MediaDialog } from '../media/media-dialog.tsx'
import type { LaunchPageState } from '../page-state.ts'
import type { Asking } from '../start/asking.ts'
import { rowsToLaunch } from '../start/launching.ts'
import { LaunchDialog } from '../start/launch-dialog.tsx'
import type { DialogName } from '../toolbar.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { DefaultsDialog } from './defaults-dialog.tsx'
import { DraftsDialog } from './drafts-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import type { useDraft } from './use-draft.ts'

interface DialogsProps {
  pageState: LaunchPageState
  dialog: DialogName | null
  drafting: ReturnType<typeof useDraft>
  asking: Asking
  onFiles: (files: File[]) => void
  onClose: () => void
}

/** Whichever is open. */
export function Dialogs({ pageState, dialog, drafting, asking, onFiles, onClose }: DialogsProps) {
  const { sheet } = pageState
  const close = () => {
    onClose()
    // Back to where the work goes on.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=grid]')?.focus())
  }
  switch (dialog) {
    case null:
      return null
    case 'media':
      return <MediaDialog sheet={sheet} onFiles={onFiles} onClose={close} />
    case 'templates':
      return <TemplatesDialog sheet={sheet} onClose={close} />
    case 'defaults':
      return <DefaultsDialog sheet={sheet} onClose={close} />
    case 'columns':
      return <ColumnsDialog sheet={sheet} onClose={close} />
    case 'drafts':
      return <DraftsDialog sheet={sheet} drafting={drafting} onClose={close} />
    case 'save':
      return <SaveDialog sheet={sheet} drafting={drafting} onClose={close} />
    case 'launch':
      if (rowsToLaunch(sheet).length === 0) return null
      return <LaunchDialog {...{ pageState, asking, drafting }} onClose={close} />
  }
}
