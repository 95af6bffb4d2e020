import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StoredMedia } from '../../../../client/src/index.ts'
import { useKept } from '../../data/client/kept.ts'
import { deleteMedia, updateBoardAssets, updateMedia, useBoards } from '../../data/launch/media.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { moment } from '../../ui/words/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { webAddress, WebLink } from '../../ui/web-link.tsx'
import { measuresOf } from './measures.ts'
import { MediaUses } from './media-uses.tsx'
import { t } from '../../languages/t.ts'

/** One file: what it shows, what it is, and what people call it. */
export function MediaDetail({ item, onClose }: { item: StoredMedia; onClose: () => void }) {
  const mayChange = useMay('launch')
  const [isLeaving, setLeaving] = useState(false)
  const remove = useWrite(deleteMedia, { done: t('{name} is gone', { name: item.name }), then: onClose })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={item.name}
      actions={
        <Button
          look="danger"
          icon={<Trash2 size={15} aria-hidden />}
          disabled={!mayChange}
          onClick={() => setLeaving(true)}
        >
          {t('Delete')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <Shown item={item} />
        <div className="flex flex-col gap-4">
          <Words item={item} mayChange={mayChange} />
          <OnBoards item={item} mayChange={mayChange} />
          <MediaUses id={item.id} />
          <Facts item={item} />
        </div>
      </div>
      {isLeaving && (
        <Confirm
          danger
          title={t('Delete {name}?', { name: item.name })}
          action={t('Delete the file')}
          of={remove}
          onClose={() => setLeaving(false)}
          input={[item.id]}
        >
          <p>{t('It goes from the library and from all boards. Ads that run with it go on running.')}</p>
        </Confirm>
      )}
    </Dialog>
  )
}

function Shown({ item }: { item: StoredMedia }) {
  const address = webAddress(item.url)
  return (
    <div className="flex max-h-[60dvh] min-h-48 items-center justify-center overflow-hidden rounded-lg bg-raised">
      {item.type === 'image' && address && <img src={address} alt={item.name} className="max-h-[60dvh] max-w-full" />}
      {item.type === 'video' && address && <video controls src={address} className="max-h-[60dvh] max-w-full" />}
      {item.type === 'document' && (
        <p className="p-6 text-center">
          <WebLink to={item.url}>{t('Open the document')}</WebLink>
        </p>
      )}
    </div>
  )
}

function Words({ item, mayChange }: { item: StoredMedia; mayChange: boolean }) {
  const [kept, setTyped, forget] = useKept<{ name: string; tags: string } | null>(`media.${item.id}`, null)
  const typed = kept ?? { name: item.name, tags: item.tags.join(', ') }
  const tags = typed.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const isSame = typed.name === item.name && tags.join() === item.tags.join()
  const write = useWrite(updateMedia, { done: t('Kept'), then: forget })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => (event.preventDefault(), write.mutate({ id: String(item.id), name: typed.name, tags }))}
    >
      <TextField
        label={t('Name')}
        maxLength={200}
        disabled={!mayChange}
        value={typed.name}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      <TextField
        label={t('Tags')}
        hint={t('Separated by commas.')}
        disabled={!mayChange}
        value={typed.tags}
        onChange={(event) => setTyped({ ...typed, tags: event.target.value })}
      />
      <Problem error={write.error} />
      <Button
        type="submit"
        look="main"
        busy={write.isPending}
        disabled={!mayChange || isSame || typed.name.trim() === ''}
        className="self-start"
      >
        {t('Save')}
      </Button>
    </form>
  )
}

function OnBoards({ item, mayChange }: { item: StoredMedia; mayChange: boolean }) {
  const boards = useBoards().data ?? []
  const [on, setOn] = useState<ReadonlySet<number>>(new Set(item.boardIds))
  const write = useWrite(updateBoardAssets)
  const turn = (id: number) => setOn((now) => now.symmetricDifference(new Set([id])))
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-[13px] font-medium">{t('On boards')}</legend>
      {boards.length === 0 && <p className="text-muted">{t('There is no board yet.')}</p>}
      <div className="flex max-h-40 flex-col gap-1 overflow-y-auto">
        {boards.map((board) => (
          <Checkbox
            key={board.id}
            label={board.name}
            checked={on.has(board.id)}
            disabled={!mayChange || write.isPending}
            onChange={({ target }) => {
              turn(board.id)
              write.mutate(
                { id: String(board.id), [target.checked ? 'assetIds' : 'removeAssetIds']: [item.id] },
                { onError: () => turn(board.id) },
              )
            }}
          />
        ))}
      </div>
      <Problem error={write.error} />
    </fieldset>
  )
}

function Facts({ item }: { item: StoredMedia }) {
  const facts: [string, React.ReactNode][] = [
    [t('What it is'), `${item.contentType} · ${measuresOf(item)}`],
    [t('File'), <WebLink to={item.url}>{item.filename}</WebLink>],
    [t('Sent as'), item.originalName],
    [t('Uploaded'), moment(item.createdAt)],
    [t('Id'), String(item.id)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[13px]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
