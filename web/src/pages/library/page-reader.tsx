import type { ScrapeJob } from '../../../../client/src/index.ts'
import { useKept } from '../../data/client/kept.ts'
import { takeFromWeb } from '../../data/launch/media.ts'
import { readPage, useReadPage } from '../../data/research.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { webAddress, WebLink } from '../../ui/web-link.tsx'
import { Failed } from '../../ui/answer.tsx'
import { t } from '../../languages/t.ts'

/** Has a page of the web read: what it says, advertises and shows. */
export function PageReader() {
  const mayRead = useMay('launch')
  const [url, setUrl] = useKept('research.page', '')
  const [jobId, setJob] = useKept<number | null>('research.job', null)
  const start = useWrite(readPage, { then: ({ jobId: id }) => setJob(id) })
  const job = useReadPage(jobId)
  return (
    <Card title={t('Read a page')}>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => (event.preventDefault(), start.mutate({ url }))}
      >
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label={t('Address of a page')}
            hint={t('Its words and pictures are read as a visitor would; no script of it is run.')}
            type="url"
            placeholder="https://…"
            disabled={!mayRead}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </div>
        <Button type="submit" className="mb-6" busy={start.isPending} disabled={!mayRead || !webAddress(url)}>
          {t('Read it')}
        </Button>
      </form>
      <Problem error={start.error} />
      <Failed of={[job]} />
      {job.data && <Read job={job.data} />}
    </Card>
  )
}

function Read({ job: { status, url, result, failure } }: { job: ScrapeJob }) {
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="flex flex-wrap items-center gap-2">
        <State word={status} /> <WebLink to={url}>{url}</WebLink>
      </p>
      {failure && <p className="text-bad">{failure.message}</p>}
      {result && (
        <>
          <div>
            <p className="font-medium">{result.page.title ?? t('A page without a title')}</p>
            {result.page.description && <p className="text-muted">{result.page.description}</p>}
          </div>
          <ul aria-label={t('Pictures of the page')} className="flex flex-wrap gap-2">
            {result.media.slice(0, 24).map((media) => (
              <Found key={media.url} url={media.url} alt={media.alt} isPicture={media.type === 'image'} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Found({ url, alt, isPicture }: { url: string; alt: string | null; isPicture: boolean }) {
  const mayUpload = useMay('launch')
  const address = webAddress(url)
  const take = useWrite(takeFromWeb, { done: ({ filename }) => t('{filename} is in the library', { filename }) })
  if (!address) return null
  return (
    <li className="flex w-36 flex-col gap-1 rounded-md border p-1">
      {isPicture ? (
        <img src={address} alt={alt ?? ''} loading="lazy" className="h-24 w-full bg-raised object-contain" />
      ) : (
        <WebLink to={address}>{t('A video')}</WebLink>
      )}
      <Button small disabled={!mayUpload} busy={take.isPending} onClick={() => take.mutate({ url })}>
        {t('Take it')}
      </Button>
      {take.error && <p className="text-xs text-bad">{take.error.message}</p>}
    </li>
  )
}
