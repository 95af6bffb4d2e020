import { Link } from '@tanstack/react-router'
import type { Approval } from '../../../../client/src/index.ts'
import { Costs } from '../../ui/figures/costs.tsx'
import { moment } from '../../ui/words/format.ts'
import { Values } from '../../ui/words/values.tsx'
import { Facts } from './facts.tsx'
import { GuardBar } from './guard-bar.tsx'
import { What } from './what.tsx'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

/** All that is known of an approval: what it is, why it was asked, who decided, and what came of it. */
export function ApprovalDetails({ approval }: { approval: Approval }) {
  return (
    <>
      {approval.summary && (
        <>
          <Facts summary={approval.summary} />
          <What summary={approval.summary} />
        </>
      )}
      <Why approval={approval} />
      {approval.decidedBy !== null && (
        <div>
          <p>{t('Decided by {decidedBy}.', { decidedBy: approval.decidedBy })}</p>
          {approval.comment !== null && (
            <blockquote className="border-l-2 border-field pl-3 break-words whitespace-pre-line">
              {approval.comment}
            </blockquote>
          )}
        </div>
      )}
      {approval.heldUp && (
        <p>
          {t('It could not be done yet, and is tried again at {retryAt}: {message}', {
            retryAt: moment(approval.heldUp.retryAt),
            message: approval.heldUp.message,
          })}
        </p>
      )}
      <Exactly approval={approval} />
    </>
  )
}

/** The call itself, for whoever wants to read it, and what it answered. */
export function Exactly({ approval }: { approval: Approval }) {
  return (
    <>
      <details open={!approval.summary}>
        <summary className="font-medium">{t('What runs, as it was sent')}</summary>
        <Values label={t('What runs')} value={approval.input} />
      </details>
      {approval.result && (
        <>
          <MadeBatch body={approval.result.body} />
          <details open={batchIn(approval.result.body) === null}>
            <summary className="font-medium">{t('What came of it, as it was answered')}</summary>
            <Values label={t('What came of it')} value={approval.result.body} />
          </details>
        </>
      )}
      <p className="text-[13px] break-all text-muted">{t('Digest {digest}', { digest: approval.digest })}</p>
    </>
  )
}

function batchIn(body: unknown): number | null {
  const { adBatchId } = (body ?? {}) as { adBatchId?: unknown }
  return typeof adBatchId === 'number' ? adBatchId : null
}

/** Where somebody goes on to who has approved a launch. */
function MadeBatch({ body }: { body: unknown }) {
  const id = batchIn(body)
  if (id === null) return null
  return (
    <p>
      <Link to="/batches/$id" params={{ id: String(id) }} search={{}} className="font-medium text-accent underline">
        {t('See what became of its ads: batch {id}', { id: String(id) })}
      </Link>
    </p>
  )
}

/** A key, an assistant or a rule, and whose it is. */
export function askerOf({ askedBy, askedByPerson }: Approval): string {
  return askedByPerson === null || askedByPerson.name === askedBy
    ? askedBy
    : t('{askedBy}, for {name}', { askedBy, name: askedByPerson.name })
}

/** In words; what came before summaries were kept, and what a rule wants, by its operation. */
export function titleOf({ summary, operation }: Approval): string {
  if (summary) return summary.title
  const words = operation.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function Why({ approval: { why, asks, about } }: { approval: Approval }) {
  return (
    <ul className="flex flex-col gap-1">
      {about && (
        <li>
          <Said>{about.message}</Said>
          <Costs goesLive={about.goesLive} exposure={about.exposure} />
        </li>
      )}
      {asks !== null && <li lang="en">{asks}</li>}
      {why.map((note) => (
        <li key={`${note.guard} ${note.limit}`}>
          <Said>{note.message}</Said>
          <GuardBar note={note} />
        </li>
      ))}
    </ul>
  )
}
