import { useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import type { StoredMedia } from '../../../../client/src/index.ts'
import { handMedia } from '../../data/launch/handed-media.ts'
import { addTag, deleteMedia, updateBoardAssets, useBoards } from '../../data/launch/media.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Problem } from '../../ui/problem.tsx'
import { t } from '../../languages/t.ts'

interface BarProps {
  chosen: StoredMedia[]
  boardId: string | null
  clear: () => void
}

/** What can be done with all files that are chosen. */
export function SelectionBar({ chosen, boardId, clear }: BarProps) {
  const mayChange = useMay('launch')
  const boards = useBoards().data ?? []
  const navigate = useNavigate()
  const [tag, setTag] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const ids = chosen.map(({ id }) => id)
  const many = t({ one: '1 file', other: '{count} files' }, { count: chosen.length })
  const put = useWrite(updateBoardAssets, {
    done: ({ name }) => t('{many} put on {name}', { many, name }),
    then: clear,
  })
  const takeOff = useWrite(updateBoardAssets, { done: t('{many} taken off the board', { many }), then: clear })
  const label = useWrite(addTag, { done: t('{many} tagged', { many }), then: clear })
  const remove = useWrite(deleteMedia, {
    done: t('{many} deleted', { many }),
    then: () => (setLeaving(false), clear()),
  })
  const launch = () => {
    handMedia(chosen)
    void navigate({ to: '/launch' })
  }
  const isBusy = put.isPending || takeOff.isPending || label.isPending
  const error = put.error ?? takeOff.error ?? label.error
  return (
    <div className="flex flex-col gap-2 rounded-lg border bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-2 font-medium">{t('{many} chosen', { many })}</span>
        <Button look="main" icon={<Rocket size={15} aria-hidden />} disabled={!mayChange} onClick={launch}>
          {t('Launch with these')}
        </Button>
        <div className="w-44">
          <SelectField
            label={t('Put on a board')}
            hideLabel
            disabled={!mayChange || isBusy}
            options={[
              { value: '', label: t('Put on a board …') },
              ...boards.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value=""
            onChange={(id) => id && put.mutate({ id, assetIds: ids })}
          />
        </div>
        {boardId && (
          <Button
            disabled={!mayChange}
            busy={takeOff.isPending}
            onClick={() => takeOff.mutate({ id: boardId, removeAssetIds: ids })}
          >
            {t('Take off this board')}
          </Button>
        )}
        <form
          className="flex gap-1"
          onSubmit={(event) => (event.preventDefault(), tag.trim() && label.mutate({ files: chosen, tag: tag.trim() }))}
        >
          <TextField
            label={t('Tag to add')}
            hideLabel
            placeholder={t('Tag')}
            maxLength={100}
            className="w-32!"
            disabled={!mayChange}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
          <Button type="submit" busy={label.isPending} disabled={!mayChange || tag.trim() === ''}>
            {t('Add tag')}
          </Button>
        </form>
        <Button disabled={!mayChange} onClick={() => setLeaving(true)}>
          {t('Delete …')}
        </Button>
        <Button look="quiet" onClick={clear}>
          {t('Choose none')}
        </Button>
      </div>
      <Problem error={error} />
      {isLeaving && (
        <Confirm
          danger
          title={t('Delete {many}?', { many })}
          action={t('Delete')}
          of={remove}
          onClose={() => setLeaving(false)}
          input={ids}
        >
          <p>{t('They go from the library and from all boards. Ads that run with them go on running.')}</p>
        </Confirm>
      )}
    </div>
  )
}
