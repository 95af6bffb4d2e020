import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { AdCopyTemplate } from '../../../../../client/src/index.ts'
import { deleteTemplate, useTemplates } from '../../../data/launch/templates.ts'
import { useWrite } from '../../../data/client/write.ts'
import { useMay } from '../../../data/session/session.ts'
import { t } from '../../../languages/t.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Empty, Page } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { ago, count } from '../../../ui/words/format.ts'
import { EditText } from './edit-text.tsx'

/** Texts of ads that are kept: found, written, changed and deleted. */
export function Texts() {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<{ kind: 'edit' | 'delete'; of: AdCopyTemplate | null } | null>(null)
  const word = useDeferredValue(search.trim())
  const templates = useTemplates(word)
  const may = useMay('launch')
  const close = () => setOpen(null)
  return (
    <Page
      title={t('Ad texts')}
      lead={t('Texts that are kept, each with its wordings. The launch sheet puts them into rows.')}
      actions={
        <>
          <Link to="/library" className="text-accent underline">
            {t('Back to the library')}
          </Link>
          <Button
            look="main"
            icon={<Plus size={15} aria-hidden />}
            disabled={!may}
            onClick={() => setOpen({ kind: 'edit', of: null })}
          >
            {t('New text …')}
          </Button>
        </>
      }
    >
      <div className="max-w-sm">
        <TextField
          label={t('Search the texts')}
          hideLabel
          type="search"
          placeholder={t('Name or words of it …')}
          maxLength={500}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <Answer
        of={templates}
        what={t('the texts')}
        empty={
          <Empty title={word ? t('No text is called that.') : t('There are no texts yet.')}>
            {t('Write one here, or keep those of a row in the launch sheet.')}
          </Empty>
        }
      >
        {({ data, pagination }) => (
          <>
            <Table label={t('Ad texts')} columns={columnsOf(may, setOpen)} rows={data} keyOf={({ id }) => id} />
            {(pagination.total ?? 0) > data.length && (
              <p className="text-muted">
                {t('The newest {shown} of {total}: search for the others.', {
                  shown: count(data.length),
                  total: count(pagination.total),
                })}
              </p>
            )}
          </>
        )}
      </Answer>
      {open?.kind === 'edit' && <EditText of={open.of} onClose={close} />}
      {open?.kind === 'delete' && open.of && <Delete of={open.of} onClose={close} />}
    </Page>
  )
}

type Open = (of: { kind: 'edit' | 'delete'; of: AdCopyTemplate }) => void

function columnsOf(may: boolean, open: Open): Column<AdCopyTemplate>[] {
  return [
    { head: t('Name'), cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span> },
    {
      head: t('Text'),
      cell: ({ title, description, link }) => (
        <div className="max-w-lg min-w-40">
          <p className="wrap-anywhere">{title}</p>
          <p className="line-clamp-2 text-[13px] wrap-anywhere text-muted">{description}</p>
          <p className="text-[13px] wrap-anywhere text-muted">{link}</p>
        </div>
      ),
    },
    { head: t('Wordings'), figure: true, cell: ({ variations }) => count(variations.length + 1) },
    { head: t('Changed'), oneLine: true, wideOnly: true, cell: ({ updatedAt }) => ago(updatedAt) },
    {
      head: t('What to do'),
      cell: (of) => (
        <div className="flex gap-1">
          <Button
            small
            disabled={!may}
            aria-label={t('Change {name}', { name: of.name })}
            onClick={() => open({ kind: 'edit', of })}
          >
            {t('Change')}
          </Button>
          <Button
            small
            look="quiet"
            disabled={!may}
            aria-label={t('Delete {name}', { name: of.name })}
            onClick={() => open({ kind: 'delete', of })}
          >
            {t('Delete')}
          </Button>
        </div>
      ),
    },
  ]
}

function Delete({ of, onClose }: { of: AdCopyTemplate; onClose: () => void }) {
  const remove = useWrite(deleteTemplate, { done: t('The text is deleted.'), then: onClose })
  return (
    <Confirm
      onClose={onClose}
      title={t('Delete “{name}”?', { name: of.name })}
      lead={t('Ads that were made with it stay as they are. It cannot be taken back.')}
      action={t('Delete')}
      danger
      of={remove}
      input={{ id: of.id }}
    />
  )
}
