import { Link, useSearch } from '@tanstack/react-router'
import { FolderOpen, Rocket, Save, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccounts } from '../../data/accounts.ts'
import { takeHandedDraft } from '../../data/launch/handed-draft.ts'
import { useMay } from '../../data/session/session.ts'
import { Failed } from '../../ui/answer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { count, moment } from '../../ui/words/format.ts'
import { Page } from '../../ui/page.tsx'
import { openPageState } from './page-state.ts'
import type { LaunchPageState } from './page-state.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import { putDraft } from './dialogs/put-draft.ts'
import { openDraftOf, useDraft } from './dialogs/use-draft.ts'
import { Grid } from './grid/grid.tsx'
import { Strip } from './intake/strip.tsx'
import { Knowledge } from './knowledge.tsx'
import { useUploadCount } from './media/uploads.ts'
import { Preview } from './preview/preview.tsx'
import { ProblemList } from './problems/problem-list.tsx'
import { Refusal } from './refusal.tsx'
import { recallFailures, startChecker } from './sheet/checker.ts'
import type { Checker } from './sheet/checker.ts'
import { isEmpty } from './sheet/rows.ts'
import { useRead } from './sheet/signals.ts'
import type { SheetStore } from './sheet/store.ts'
import { useAsking } from './start/asking.ts'
import type { Asking } from './start/asking.ts'
import { StatusLine } from './status-line.tsx'
import { Toolbar } from './toolbar.tsx'
import type { DialogName } from './toolbar.tsx'
import { useIntake } from './use-intake.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

export function Launch() {
  const [pageState] = useState(openPageState)
  const { sheet, problems } = pageState
  const checker = useChecker(pageState)
  const intake = useIntake(sheet)
  const drafting = useDraft(sheet)
  useHandedDraft(pageState, drafting.setDraft)
  const asking = useAsking(sheet, drafting)
  const accounts = useAccounts()
  const search = useSearch({ from: '/launch' })
  const [dialog, setDialog] = useState<DialogName | null>(search.drafts ? 'drafts' : null)
  return (
    <div onDragOver={intake.onDragOver} onDrop={intake.onDrop}>
      <Page
        title={t('Launch')}
        lead={t('One row is one ad. Paste a table from anywhere, drop a file or media, or type.')}
        actions={<Actions sheet={sheet} drafting={drafting} onOpen={setDialog} />}
      >
        <Waiting asking={asking} />
        <Toolbar pageState={pageState} onFile={intake.takeTable} onOpen={setDialog} />
        {intake.refusal && <Refusal text={intake.refusal} onClose={() => intake.refuse(null)} />}
        <Failed of={[accounts]} />
        <Strip pageState={pageState} taken={intake.taken} onClose={intake.forget} onPut={intake.putLeftOut} />
        <div className="flex flex-col gap-4 xl:flex-row">
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <Grid
              {...{ sheet, problems }}
              onPaste={intake.paste}
              onMedia={() => setDialog('media')}
              onLaunch={() => setDialog('launch')}
            />
            <StatusLine pageState={pageState} checker={checker} />
            <ProblemList pageState={pageState} />
          </div>
          <div className="shrink-0 xl:w-64">
            <Preview pageState={pageState} />
          </div>
        </div>
        <Knowledge sheet={sheet} />
        <Dialogs
          {...{ pageState, dialog, drafting, asking }}
          onFiles={intake.filesForRange}
          onClose={() => setDialog(null)}
        />
      </Page>
    </div>
  )
}

/** What failed of a batch comes with what its platforms said. */
function useHandedDraft({ sheet, problems }: LaunchPageState, setDraft: ReturnType<typeof useDraft>['setDraft']): void {
  useEffect(() => {
    const draft = takeHandedDraft()
    if (!draft) return
    putDraft(sheet, draft)
    recallFailures(sheet.content().rows, problems, draft.failures)
    setDraft(openDraftOf(draft))
  }, [sheet, problems, setDraft])
}

function useChecker(pageState: LaunchPageState): Checker | null {
  const [checker, setChecker] = useState<Checker | null>(null)
  useEffect(() => {
    const stopNames = pageState.names.start()
    const started = startChecker(pageState)
    setChecker(started)
    return () => {
      started.stop()
      stopNames()
    }
  }, [pageState])
  return checker
}

function Waiting({ asking: { waiting } }: { asking: Asking }) {
  if (!waiting) return null
  return (
    <p role="status" className="rounded-lg border border-warn bg-warn-soft p-3 text-warn">
      {rich(
        'A launch of this sheet waits for approval until {expiresAt}; it is done by itself then, and its ads leave the sheet. <link>See it</link>',
        {
          expiresAt: moment(waiting.expiresAt),
          link: (inner) => (
            <Link to="/approvals" className="font-medium underline">
              {inner}
            </Link>
          ),
        },
      )}
    </p>
  )
}

interface ActionsProps {
  sheet: SheetStore
  drafting: ReturnType<typeof useDraft>
  onOpen: (dialog: DialogName) => void
}

function Actions({ sheet, drafting: { draft, letGo }, onOpen }: ActionsProps) {
  const mayLaunch = useMay('launch')
  const uploads = useUploadCount()
  const ads = useRead(sheet.signals, 'content', () => sheet.content().rows.filter((row) => !isEmpty(row)).length)
  return (
    <>
      {draft && (
        <span className="flex items-center gap-1 text-muted">
          <span className="max-w-48 truncate">{t('Draft: {name}', { name: draft.name })}</span>
          <IconButton
            small
            label={t('Let go of the draft {name}', { name: draft.name })}
            title={t('The draft stays as it was saved; what is saved or launched from here on is another.')}
            icon={<X size={15} aria-hidden />}
            onClick={letGo}
          />
        </span>
      )}
      <Button icon={<FolderOpen size={16} aria-hidden />} onClick={() => onOpen('drafts')}>
        {t('Drafts …')}
      </Button>
      <Button icon={<Save size={16} aria-hidden />} disabled={!mayLaunch || ads === 0} onClick={() => onOpen('save')}>
        {t('Save draft …')}
      </Button>
      <Button
        look="main"
        icon={<Rocket size={16} aria-hidden />}
        disabled={!mayLaunch || ads === 0 || uploads > 0}
        title={
          mayLaunch
            ? uploads > 0
              ? t('Files are still on their way.')
              : 'Ctrl-Enter'
            : t('Your role does not launch.')
        }
        onClick={() => onOpen('launch')}
      >
        {ads === 0 ? t('Launch …') : t('Launch {count} …', { count: count(ads) })}
      </Button>
    </>
  )
}
