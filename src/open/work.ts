import { startApprovalKeeper } from '../core/approvals/keeper.ts'
import { startWorker } from '../core/launch/engine/worker.ts'
import type { Worker } from '../core/launch/engine/worker.ts'
import { startWebhooks } from '../core/webhooks/engine.ts'
import type { Db } from '../db/connect.ts'
import { createUrlPoster } from '../files/fetch/post-url.ts'
import { startEnds } from '../jobs/ends.ts'
import { startWatchdog } from '../jobs/watchdog.ts'
import { startAutomations } from '../jobs/automations.ts'
import type { Pulse } from '../probes/pulse.ts'
import { createMailer } from '../core/mail/send.ts'
import { startMails } from '../jobs/mails.ts'
import type { Services } from '../services.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

/** How long calls to platforms that are in the air may take to end when we stop. */
const stopWorkWithinMs = 2_500

/** Everything that a worker does beside its scheduled jobs. */
export function openWork(services: Services, journalDb: Db, pulse: Pulse, undo: Undo): Worker {
  const { config, db, listener, connections, launchMedia, log, seal, eventHub, tracing } = services
  const worker = startWorker({ db, journalDb, listener, connections, media: launchMedia, log, pulse, tracing })
  undo.push(() => worker.stop(stopWorkWithinMs))
  const poster = createUrlPoster({ allowPrivateUrls: config.allowPrivateUrls })
  const webhooks = startWebhooks({ db, seal, eventHub, log, poster, tracing, pulse })
  undo.push(() => webhooks.stop())
  closing(startApprovalKeeper({ ...services, pulse }), undo)
  closing(startAutomations({ ...services, pulse }), undo)
  closing(startEnds({ ...services, pulse }), undo)
  closing(startWatchdog({ ...services, pulse }), undo)
  const { mails } = services
  const mailer = config.mail && createMailer(config.mail)
  if (mailer && mails) closing(startMails({ ...services, mails, mailer, pulse }), undo)
  return worker
}
