import type { AdAccount } from '../../../../client/src/index.ts'
import { useAdPreview } from '../../data/launch/ad-preview.ts'
import type { Shown } from '../../data/launch/ad-preview.ts'
import type { Entity } from '../../data/campaigns/campaigns.ts'
import { Answer } from '../../ui/answer.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { webAddress, WebLink } from '../../ui/web-link.tsx'
import { t } from '../../languages/t.ts'

interface PreviewProps {
  account: AdAccount
  entity: Entity
  onClose: () => void
}

/** The ad as people see it, as far as the platform tells what it shows. */
export function Preview({ account, entity, onClose }: PreviewProps) {
  const shown = useAdPreview(account, entity)
  return (
    <Dialog open onClose={onClose} title={t('Preview')} lead={entity.name}>
      <Answer of={shown} what={t('the ad')}>
        {(data) => <Drawn shown={data} />}
      </Answer>
    </Dialog>
  )
}

function Drawn({ shown }: { shown: Shown }) {
  const { texts, headlines, descriptions, link, button } = shown
  const video = webAddress(shown.video)
  const isBare = texts.length + headlines.length + descriptions.length === 0
  return (
    <article className="overflow-hidden rounded-lg border">
      {shown.speaker && (
        <header className="flex items-center gap-2 p-3">
          <Picture of={shown.speakerPicture} className="size-8 rounded-full" />
          <span className="font-medium">{shown.speaker}</span>
        </header>
      )}
      <Options of={texts} className="px-3 pb-3" />
      {video ? (
        <video controls src={video} className="max-h-96 w-full bg-black" />
      ) : (
        <Picture of={shown.picture} className="max-h-96 w-full bg-raised object-contain" />
      )}
      <div className="flex flex-wrap items-end justify-between gap-2 p-3">
        <div className="min-w-0">
          <Options of={headlines} className="font-medium" />
          <Options of={descriptions} className="text-muted" />
          {link && (
            <p className="truncate text-[13px]">
              <WebLink to={link}>{link}</WebLink>
            </p>
          )}
        </div>
        {button && (
          <span className="rounded bg-raised px-2 py-1 font-medium">{button.replaceAll('_', ' ').toLowerCase()}</span>
        )}
      </div>
      {isBare && <p className="px-3 pb-3 text-muted">{t('The platform tells nothing more of what this ad shows.')}</p>}
    </article>
  )
}

function Picture({ of, className }: { of: string | null; className: string }) {
  const address = webAddress(of)
  return address ? <img src={address} alt="" className={className} /> : null
}

/** Where an ad has several texts, the platform chooses among them. */
function Options({ of, className }: { of: string[]; className: string }) {
  return of.map((text, at) => (
    <p key={at} className={`whitespace-pre-line ${className} ${at > 0 ? 'border-t pt-1' : ''}`}>
      {text}
    </p>
  ))
}
