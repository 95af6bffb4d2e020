import { FileText, Film, Upload } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { StoredMedia } from '../../../../../client/src/index.ts'
import { useSomeMedia } from '../../../data/launch/media.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { safeLink } from '../../../ui/links.ts'
import { Empty } from '../../../ui/page.tsx'
import { learnNames } from '../sheet/known.ts'
import { heightOf } from '../sheet/range.ts'
import type { SheetStore } from '../sheet/store.ts'
import { putMedia } from './put-media.ts'
import { t } from '../../../languages/t.ts'

interface MediaDialogProps {
  sheet: SheetStore
  onFiles: (files: File[]) => void
  onClose: () => void
}

/** Media of the library, for the rows that are chosen. */
export function MediaDialog({ sheet, onFiles, onClose }: MediaDialogProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<StoredMedia[]>([])
  const [how, setHow] = useState<'each' | 'spread'>('each')
  const range = sheet.range()
  const rows = heightOf(range)
  const put = () => {
    learnNames(chosen.map(({ url, name }) => ({ value: url, label: name })))
    sheet.change(
      putMedia(
        sheet.content(),
        range,
        chosen.map(({ url }) => url),
        rows > 1 ? how : 'each',
      ),
    )
    onClose()
  }
  const toggle = (item: StoredMedia) =>
    setChosen((now) => (now.some(({ id }) => id === item.id) ? now.filter(({ id }) => id !== item.id) : [...now, item]))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Media')}
      lead={t(
        { one: 'For row {top}.', other: 'For rows {top} to {bottom}.' },
        { count: rows, top: range.top + 1, bottom: range.bottom + 1 },
      )}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="main" disabled={chosen.length === 0} onClick={put}>
            {chosen.length === 0
              ? t('Use')
              : t({ one: 'Use {count} file', other: 'Use {count} files' }, { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <TextField
            label={t('Search the library')}
            value={search}
            autoFocus
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <UploadButton onFiles={(files) => (onFiles(files), onClose())} />
      </div>
      {rows > 1 && (
        <fieldset className="flex flex-wrap gap-4">
          <legend className="sr-only">{t('Which rows get which files')}</legend>
          {(['each', 'spread'] as const).map((way) => (
            <label key={way} className="inline-flex items-center gap-2">
              <input type="radio" name="how" checked={how === way} onChange={() => setHow(way)} />
              {way === 'each' ? t('All chosen files in every row') : t('One file to a row')}
            </label>
          ))}
        </fieldset>
      )}
      <Library search={search} chosen={chosen} onToggle={toggle} />
    </Dialog>
  )
}

function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const may = useMay('launch')
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*,video/*,application/pdf"
        aria-label={t('Files to upload')}
        className="hidden"
        onChange={(event) => onFiles([...(event.target.files ?? [])])}
      />
      <Button disabled={!may} icon={<Upload size={15} aria-hidden />} onClick={() => input.current?.click()}>
        {t('Upload …')}
      </Button>
    </>
  )
}

interface LibraryProps {
  search: string
  chosen: StoredMedia[]
  onToggle: (item: StoredMedia) => void
}

function Library({ search, chosen, onToggle }: LibraryProps) {
  const word = useDeferredValue(search.trim())
  const media = useSomeMedia(word)
  return (
    <Answer
      of={media}
      what={t('the library')}
      empty={
        <Empty title={word ? t('Nothing is called that.') : t('The library is empty.')}>
          {t('Upload files here, or drop them onto the sheet.')}
        </Empty>
      }
    >
      {({ data }) => <Files files={data} chosen={chosen} onToggle={onToggle} />}
    </Answer>
  )
}

function Files({ files, chosen, onToggle }: Omit<LibraryProps, 'search'> & { files: StoredMedia[] }) {
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5 lg:grid-cols-6">
      {files.map((item) => {
        const place = chosen.findIndex(({ id }) => id === item.id)
        return (
          <li key={item.id}>
            <button
              type="button"
              aria-pressed={place >= 0}
              title={item.name}
              onClick={() => onToggle(item)}
              className={cx(
                'relative flex w-full flex-col overflow-hidden rounded-md border text-left',
                place >= 0 ? 'border-accent outline-2 outline-accent' : 'hover:bg-raised',
              )}
            >
              <Picture item={item} />
              <span className="w-full truncate px-1.5 py-1 text-xs">{item.name}</span>
              {place >= 0 && (
                <span className="absolute top-1 right-1 rounded bg-accent-strong px-1.5 text-xs text-on-accent">
                  {place + 1}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Picture({ item: { type, url } }: { item: StoredMedia }) {
  const safe = safeLink(url)
  if (type === 'image' && safe)
    return <img src={safe} alt="" loading="lazy" className="aspect-square w-full bg-raised object-cover" />
  return (
    <span className="flex aspect-square w-full items-center justify-center bg-raised text-muted">
      {type === 'video' ? <Film size={24} aria-hidden /> : <FileText size={24} aria-hidden />}
    </span>
  )
}
