import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ResearchAd, ResearchAdDetails, ResearchMedia } from '../../../../client/src/index.ts'
import { takeFromWeb } from '../../data/launch/media.ts'
import { follow, keepAd, useFollowed, useResearchAd, useResearchBoards } from '../../data/research.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { moment } from '../../ui/words/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { webAddress, WebLink } from '../../ui/web-link.tsx'
import { Running } from './ad-card.tsx'
import { Failed } from '../../ui/answer.tsx'
import { stateWord, t, wordFor } from '../../languages/t.ts'

/** All that is known of one ad of somebody else. */
export function ResearchDetail({ ad, onClose }: { ad: ResearchAd; onClose: () => void }) {
  const details = useResearchAd(ad.id)
  const shown: ResearchAd & Partial<ResearchAdDetails> = details.data ?? ad
  return (
    <Dialog open wide onClose={onClose} title={shown.headline ?? shown.brandName} lead={shown.brandName}>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <div className="flex flex-col gap-3">
          {shown.media.map((media, at) => (
            <Medium key={at} media={media} />
          ))}
        </div>
        <div className="flex flex-col gap-4">
          <Failed of={[details]} />
          <p className="flex flex-wrap gap-1.5">
            <Running ad={shown} />
            {[shown.format, ...shown.platforms, ...shown.countries].map((word) => (
              <Badge key={word}>{wordFor(word)}</Badge>
            ))}
          </p>
          {shown.body && <p className="break-words whitespace-pre-line">{shown.body}</p>}
          <p className="text-[13px] text-muted">
            {t('Seen from {firstSeenAt} to {lastSeenAt}.', {
              firstSeenAt: moment(shown.firstSeenAt),
              lastSeenAt: moment(shown.lastSeenAt),
            })}
          </p>
          {shown.landingPageUrl && (
            <p className="break-all">
              {shown.cta && <Badge>{shown.cta.replaceAll('_', ' ').toLowerCase()}</Badge>}{' '}
              <WebLink to={shown.landingPageUrl}>{shown.landingPageUrl}</WebLink>
            </p>
          )}
          <Follow ad={shown} />
          <SaveToBoard adId={ad.id} onBoards={shown.boardIds ?? []} />
        </div>
      </div>
    </Dialog>
  )
}

function Medium({ media }: { media: ResearchMedia }) {
  const mayUpload = useMay('launch')
  const address = webAddress(media.url)
  const take = useWrite(takeFromWeb, { done: ({ filename }) => t('{filename} is in the library', { filename }) })
  if (!address) return null
  return (
    <figure className="flex flex-col gap-2 rounded-lg border p-2">
      {media.type === 'image' ? (
        <img src={address} alt="" className="max-h-80 w-full bg-raised object-contain" />
      ) : (
        <video controls src={address} className="max-h-80 w-full bg-black" />
      )}
      <figcaption className="flex items-center justify-between gap-2 text-[13px] text-muted">
        {media.width && media.height ? `${media.width} × ${media.height}` : stateWord(media.type)}
        <Button
          small
          icon={<Download size={14} aria-hidden />}
          disabled={!mayUpload}
          busy={take.isPending}
          onClick={() => take.mutate({ url: media.url })}
        >
          {t('Take into the library')}
        </Button>
      </figcaption>
      <Problem error={take.error} />
    </figure>
  )
}

function Follow({ ad: { brandId, brandName } }: { ad: ResearchAd }) {
  const mayChange = useMay('launch')
  const followed = useFollowed()
  const isFollowed = followed.data?.some(({ id }) => id === brandId) ?? false
  const write = useWrite(follow, {
    done: isFollowed
      ? t('{brandName} is no longer followed', { brandName })
      : t('{brandName} is followed', { brandName }),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        disabled={!mayChange || !followed.data}
        busy={write.isPending}
        onClick={() => write.mutate({ brandId, isWanted: !isFollowed })}
      >
        {isFollowed ? t('Stop following {brandName}', { brandName }) : t('Follow {brandName}', { brandName })}
      </Button>
      <Problem error={write.error} />
    </div>
  )
}

const anew = 'new'

function SaveToBoard({ adId, onBoards }: { adId: string; onBoards: string[] }) {
  const mayChange = useMay('launch')
  const boards = useResearchBoards().data ?? []
  const [choice, setChoice] = useState('')
  const [name, setName] = useState('')
  const boardId = choice || (boards[0]?.id ?? anew)
  const save = useWrite(keepAd, {
    done: t('The ad is on the board'),
    then: () => (setChoice(''), setName('')),
  })
  const on = boards.filter(({ id }) => onBoards.includes(id))
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => (
        event.preventDefault(),
        save.mutate({ adId, board: boardId === anew ? { name } : { id: boardId } })
      )}
    >
      <SelectField
        label={t('Keep it on a board')}
        hint={on.length > 0 ? t('It is on {on}.', { on: on.map((board) => board.name).join(', ') }) : undefined}
        disabled={!mayChange}
        options={[
          ...boards.map((board) => ({ value: board.id, label: board.name })),
          { value: anew, label: t('A new board …') },
        ]}
        value={boardId}
        onChange={setChoice}
      />
      {boardId === anew && (
        <TextField
          label={t('Name of the board')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Problem error={save.error} />
      <Button
        type="submit"
        look="main"
        className="self-start"
        busy={save.isPending}
        disabled={!mayChange || (boardId === anew && name.trim() === '')}
      >
        {t('Keep it')}
      </Button>
    </form>
  )
}
