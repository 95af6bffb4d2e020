import { useNavigate } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import type { StoredMedia } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { handMedia } from '../../data/handed-media.ts'
import { useMay } from '../../data/session.ts'
import { useWrite } from '../../data/write.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useBoards } from '../../data/media.ts'

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
  const many = chosen.length === 1 ? '1 file' : `${chosen.length} files`
  const done = { ages: ['library'], then: clear }
  const put = useWrite({
    run: (id: string) => flightdeck.updateBoardAssets({ id, assetIds: ids }),
    done: ({ name }) => `${many} put on ${name}`,
    ...done,
  })
  const takeOff = useWrite({
    run: (id: string) => flightdeck.updateBoardAssets({ id, removeAssetIds: ids }),
    done: `${many} taken off the board`,
    ...done,
  })
  const label = useWrite({
    run: (word: string) =>
      each(chosen, ({ id, tags }) => flightdeck.updateMedia({ id: String(id), tags: [...tags, word] })),
    done: `${many} tagged`,
    ...done,
  })
  const remove = useWrite({
    run: () => each(chosen, ({ id }) => flightdeck.deleteMedia({ id: String(id) })),
    done: `${many} deleted`,
    ages: ['library'],
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
        <span className="mr-2 font-medium">{many} chosen</span>
        <Button look="main" icon={<Rocket size={15} aria-hidden />} disabled={!mayChange} onClick={launch}>
          Launch with these
        </Button>
        <div className="w-44">
          <SelectField
            label="Put on a board"
            hideLabel
            disabled={!mayChange || isBusy}
            options={[
              { value: '', label: 'Put on a board …' },
              ...boards.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value=""
            onChange={(id) => id && put.mutate(id)}
          />
        </div>
        {boardId && (
          <Button disabled={!mayChange} busy={takeOff.isPending} onClick={() => takeOff.mutate(boardId)}>
            Take off this board
          </Button>
        )}
        <form
          className="flex gap-1"
          onSubmit={(event) => (event.preventDefault(), tag.trim() && label.mutate(tag.trim()))}
        >
          <TextField
            label="Tag to add"
            hideLabel
            placeholder="Tag"
            maxLength={100}
            className="w-32!"
            disabled={!mayChange}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
          <Button type="submit" busy={label.isPending} disabled={!mayChange || tag.trim() === ''}>
            Add tag
          </Button>
        </form>
        <Button disabled={!mayChange} onClick={() => setLeaving(true)}>
          Delete …
        </Button>
        <Button look="quiet" onClick={clear}>
          Choose none
        </Button>
      </div>
      {error && <Problem error={error} />}
      <Confirm
        open={isLeaving}
        danger
        title={`Delete ${many}?`}
        action="Delete"
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>They go from the library and from all boards. Ads that run with them go on running.</p>
      </Confirm>
    </div>
  )
}

/** One after the other; the first that fails ends it, and is told. */
async function each(items: StoredMedia[], run: (item: StoredMedia) => Promise<unknown>): Promise<void> {
  for (const item of items) await run(item)
}
