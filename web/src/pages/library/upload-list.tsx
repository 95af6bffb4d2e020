import { ChevronsUpDown, Upload as UploadIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { required } from '../../../../client/src/required.ts'
import { useMay } from '../../data/session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { problemText } from '../../ui/problem.tsx'
import { Progress } from '../../ui/figures/progress.tsx'
import { acceptedKinds, cancelUpload, clearUploads, tryUploadAgain, uploadFiles, useUploads } from './uploads.ts'
import type { Upload } from './uploads.ts'
import { stateWord, t } from '../../languages/t.ts'

/** Files can be dropped anywhere on the page. */
export function useDrop(boardId: string | null, isAllowed: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isAllowed) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      uploadFiles(required(event.dataTransfer, 'dropped data').files, boardId)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [boardId, isAllowed])
  return isOver
}

export function UploadButton({ boardId }: { boardId: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const mayUpload = useMay('launch')
  const choose = (files: FileList | null) => {
    if (files) uploadFiles(files, boardId)
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedKinds}
        aria-label={t('Files to upload')}
        onChange={(event) => choose(event.target.files)}
      />
      <Button
        look="main"
        icon={<UploadIcon size={15} aria-hidden />}
        disabled={!mayUpload}
        onClick={() => input.current?.click()}
      >
        {t('Upload')}
      </Button>
    </>
  )
}

/** How far each file is, beside the page and folded once all are through. A drop of hundreds shows those that need looking at first. */
export function UploadList() {
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const order: Upload['state'][] = ['failed', 'refused', 'sending', 'waiting', 'cancelled', 'done']
  const sorted = [...uploads].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const isOver = (state: Upload['state']) => state !== 'waiting' && state !== 'sending'
  const left = uploads.filter(({ state }) => !isOver(state)).length
  const shown = sorted.slice(0, 50)
  return (
    <section
      aria-label={t('Uploads')}
      className="fixed right-4 bottom-4 z-20 w-96 max-w-[calc(100vw-2rem)] rounded-lg border bg-surface shadow-xl"
    >
      <details open={left > 0 || uploads.some(({ problem }) => problem !== null)}>
        <summary className="flex cursor-pointer items-center gap-2 px-3 py-2">
          <h2 className="text-[15px] font-semibold">{t('Uploads')}</h2>
          <span role="status" className="mr-auto text-muted">
            {left > 0 ? t('{left} of {uploads} to go', { left, uploads: uploads.length }) : t('All are through')}
          </span>
          <ChevronsUpDown size={15} aria-hidden className="text-muted" />
        </summary>
        <ul className="max-h-64 overflow-y-auto border-t" tabIndex={0} aria-label={t('Files on their way')}>
          {shown.map((upload) => (
            <Line key={upload.id} upload={upload} />
          ))}
          {uploads.length > shown.length && (
            <li className="px-3 py-2 text-muted">
              {t('and {uploads} more', { uploads: uploads.length - shown.length })}
            </li>
          )}
        </ul>
        <div className="flex justify-end border-t p-2">
          <Button small onClick={clearUploads} disabled={left === uploads.length}>
            {t('Clear the list')}
          </Button>
        </div>
      </details>
    </section>
  )
}

const tones: Record<Upload['state'], Tone> = {
  ...{ waiting: 'calm', sending: 'busy', done: 'good', failed: 'bad', refused: 'bad', cancelled: 'calm' },
}

function Line({ upload: { id, file, state, sentBytes, problem } }: { upload: Upload }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0">
      <span className="truncate" title={file.name}>
        {file.name}
      </span>
      <Badge tone={tones[state]}>{stateWord(state)}</Badge>
      <span className="flex justify-end">
        {state === 'failed' && (
          <Button small onClick={() => tryUploadAgain(id)}>
            {t('Try again')}
          </Button>
        )}
        {(state === 'waiting' || state === 'sending') && (
          <IconButton
            small
            label={t('Cancel {name}', { name: file.name })}
            icon={<X size={15} aria-hidden />}
            onClick={() => cancelUpload(id)}
          />
        )}
      </span>
      {state === 'sending' && (
        <div className="col-span-3">
          <Progress label={file.name} total={file.size} parts={[{ count: sentBytes, tone: 'good' }]} />
        </div>
      )}
      {problem !== null && <p className="col-span-3 text-[13px] text-bad">{problemText(problem)}</p>}
    </li>
  )
}
