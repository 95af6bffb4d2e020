import { useNavigate } from '@tanstack/react-router'
import { Link2, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReportSearch } from '../../app/search.ts'
import { useKept } from '../../data/client/kept.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { say } from '../../ui/say.ts'
import { searchOf } from './view.ts'
import type { View } from './view.ts'
import { t } from '../../languages/t.ts'

interface Saved {
  name: string
  search: ReportSearch
}

const asText = (search: ReportSearch) => new URLSearchParams(search).toString()

/** Views with a name, kept in this browser. A link to one is its address. */
export function SavedViews({ view }: { view: View }) {
  const [saved, setSaved] = useKept<Saved[]>('report-views', [])
  const [isNaming, setNaming] = useState(false)
  const navigate = useNavigate()
  const search = searchOf(view)
  const current = saved.find((one) => asText(one.search) === asText(search))
  const open = (name: string) => {
    const wanted = saved.find((one) => one.name === name)
    if (wanted) void navigate({ to: '/reports', search: wanted.search })
  }
  const keep = (name: string) => {
    setSaved((all) => [...all.filter((one) => one.name !== name), { name, search }])
    setNaming(false)
    say(t('Saved'), t('“{name}” is in the list of views.', { name }))
  }
  return (
    <>
      {saved.length > 0 && (
        <SelectField
          label={t('Saved views')}
          hideLabel
          options={[
            { value: '', label: t('Saved views …') },
            ...saved.map(({ name }) => ({ value: name, label: name })),
          ]}
          value={current?.name ?? ''}
          onChange={open}
        />
      )}
      {current ? (
        <IconButton
          label={t('Forget the view {name}', { name: current.name })}
          icon={<Trash2 size={15} aria-hidden />}
          onClick={() => setSaved((all) => all.filter(({ name }) => name !== current.name))}
        />
      ) : (
        <Button icon={<Star size={15} aria-hidden />} onClick={() => setNaming(true)}>
          {t('Save view')}
        </Button>
      )}
      <Button icon={<Link2 size={15} aria-hidden />} onClick={copyLink}>
        {t('Copy link')}
      </Button>
      {isNaming && <NameDialog onClose={() => setNaming(false)} onName={keep} />}
    </>
  )
}

function copyLink(): void {
  copyText(location.href, t('Copied'), t('Whoever opens the link and may see these accounts sees the same report.'))
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save this view')}
      lead={t('It is kept in this browser and opens the same report again.')}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) onName(name.trim())
        }}
      >
        <TextField label={t('Name')} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button look="main" type="submit" disabled={!name.trim()}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
