import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LibraryBoard } from '../../../../client/src/index.ts'
import { useForm } from '../../data/form/use-form.ts'
import { deleteBoard, saveBoard, useBoards, useTags } from '../../data/launch/media.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { t } from '../../languages/t.ts'

interface PanelProps {
  boardId: string | null
  setBoard: (id: string | null) => void
  tag: string
  setTag: (tag: string) => void
}

/** Boards and tags: what the grid is narrowed to. */
export function BoardsPanel({ boardId, setBoard, tag, setTag }: PanelProps) {
  const boards = useBoards()
  const mayChange = useMay('launch')
  const [naming, setNaming] = useState<LibraryBoard | 'new' | null>(null)
  const [leaving, setLeaving] = useState<LibraryBoard | null>(null)
  return (
    <aside aria-label={t('Boards and tags')} className="flex flex-col gap-4">
      <section aria-label={t('Boards')} className="rounded-lg border bg-surface p-2">
        <div className="flex items-center justify-between px-2 pb-1">
          <h2 className="text-[15px] font-semibold">{t('Boards')}</h2>
          <Button
            small
            look="quiet"
            icon={<Plus size={15} aria-hidden />}
            disabled={!mayChange}
            onClick={() => setNaming('new')}
          >
            {t('New board')}
          </Button>
        </div>
        <Answer of={boards} what={t('boards')}>
          {(list) => (
            <ul className="max-h-72 overflow-y-auto">
              <li>
                <Choice isChosen={boardId === null} name={t('Everything')} onChoose={() => setBoard(null)} />
              </li>
              {list.map((board) => (
                <li key={board.id} className="flex items-center">
                  <Choice
                    isChosen={boardId === String(board.id)}
                    name={board.name}
                    count={board.assetCount}
                    onChoose={() => setBoard(String(board.id))}
                  />
                  {mayChange && (
                    <Menu
                      label={t('More about {name}', { name: board.name })}
                      entries={[
                        { name: t('Rename …'), icon: <Pencil size={15} aria-hidden />, run: () => setNaming(board) },
                        { name: t('Delete …'), icon: <Trash2 size={15} aria-hidden />, run: () => setLeaving(board) },
                      ]}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </section>
      <TagChoices tag={tag} setTag={setTag} />
      {naming && <Naming board={naming} onClose={() => setNaming(null)} onMade={setBoard} />}
      {leaving && (
        <Leaving
          board={leaving}
          onClose={() => setLeaving(null)}
          onGone={() => boardId === String(leaving.id) && setBoard(null)}
        />
      )}
    </aside>
  )
}

interface ChoiceProps {
  isChosen: boolean
  name: string
  count?: number
  onChoose: () => void
}

function Choice({ isChosen, name, count, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'flex w-full min-w-0 items-center justify-between gap-2 rounded-md px-2 py-1.5 text-left hover:bg-raised',
        isChosen && 'bg-accent-soft font-medium text-accent',
      )}
    >
      <span className="truncate">{name}</span>
      {count !== undefined && <span className="text-xs tabular-nums">{count}</span>}
    </button>
  )
}

const maxTags = 40

function TagChoices({ tag, setTag }: Pick<PanelProps, 'tag' | 'setTag'>) {
  const tags = useTags().data?.data ?? []
  if (tags.length === 0 && tag === '') return null
  const named = tags.slice(0, maxTags)
  const shown = tag === '' || named.some((each) => each.tag === tag) ? named : [{ tag, count: 0 }, ...named]
  return (
    <section aria-label={t('Tags')} className="rounded-lg border bg-surface p-3">
      <h2 className="pb-2 text-[15px] font-semibold">{t('Tags')}</h2>
      <div className="flex max-h-56 flex-wrap gap-1.5 overflow-y-auto">
        {shown.map((each) => (
          <button
            key={each.tag}
            type="button"
            aria-pressed={each.tag === tag}
            onClick={() => setTag(each.tag === tag ? '' : each.tag)}
            className={cx(
              'max-w-full truncate rounded-full border px-2 py-0.5 text-[13px]',
              each.tag === tag ? 'border-accent bg-accent-soft text-accent' : 'hover:bg-raised',
            )}
          >
            {each.tag} <span className="text-xs">{each.count}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

interface NamingProps {
  board: LibraryBoard | 'new'
  onClose: () => void
  onMade: (id: string) => void
}

function Naming({ board, onClose, onMade }: NamingProps) {
  const id = board === 'new' ? undefined : String(board.id)
  const write = useWrite(saveBoard, {
    done: board === 'new' ? t('The board is there') : t('The board has its new name'),
    then: (saved) => {
      if (board === 'new') onMade(String(saved.id))
      onClose()
    },
  })
  const form = useForm('createBoard', { name: board === 'new' ? '' : board.name }, write.error)
  const send = () => write.mutate({ id, ...form.values })
  return (
    <Dialog open onClose={onClose} title={board === 'new' ? t('New board') : t('Rename the board')}>
      <form className="flex flex-col gap-3" onSubmit={(event) => (event.preventDefault(), send())}>
        <TextField label={t('Name')} autoFocus {...form.text('name')} />
        <Problem error={write.error} />
        <Button type="submit" look="main" busy={write.isPending} disabled={!form.isReady} className="self-end">
          {board === 'new' ? t('Make it') : t('Rename')}
        </Button>
      </form>
    </Dialog>
  )
}

function Leaving({ board, onClose, onGone }: { board: LibraryBoard; onClose: () => void; onGone: () => void }) {
  const write = useWrite(deleteBoard, { done: t('The board is gone'), then: () => (onGone(), onClose()) })
  return (
    <Confirm
      danger
      title={t('Delete the board {name}?', { name: board.name })}
      action={t('Delete the board')}
      of={write}
      onClose={onClose}
      input={{ id: String(board.id) }}
    >
      <p>{t('The board goes for everybody. The files on it stay in the library.')}</p>
    </Confirm>
  )
}
