import type { World } from '../world.ts'
import { clean, cutTo } from './style.ts'

/** How far several things are, side by side. */
export interface Progress {
  /** How far one of them is; `note` says more. */
  show(name: string, done: number, total: number, note?: string): void
  /** A line of its own, above the bars. */
  say(text: string): void
  /** Takes the bars away before anything else is written. */
  stop(): void
}

const nameWidth = 28
const stepPercent = 10

/** Bars on a terminal, and a line now and then where a log is written. */
export async function showProgress(world: World, isQuiet: boolean): Promise<Progress> {
  if (isQuiet) return { show: () => undefined, say: () => undefined, stop: () => undefined }
  return world.stderr.isTTY ? bars(world) : lines(world)
}

async function bars({ stderr }: World): Promise<Progress> {
  const { MultiBar, Presets } = (await import('cli-progress')).default
  const stream = stderr as NodeJS.WriteStream
  const format = '{name} {bar} {value} of {total} {note}'
  const all = new MultiBar({ format, stream, hideCursor: true, barsize: 24, clearOnComplete: false }, Presets.rect)
  const byName = new Map<string, ReturnType<typeof all.create>>()
  return {
    show(name, done, total, note = '') {
      const shown = { name: cutTo(clean(name), nameWidth).padEnd(nameWidth), note: clean(note) }
      const bar = byName.get(name) ?? all.create(total, 0, shown)
      byName.set(name, bar)
      bar.setTotal(total)
      bar.update(done, shown)
    },
    say: (text) => all.log(`${clean(text)}\n`),
    stop: () => all.stop(),
  }
}

function lines({ stderr }: World): Progress {
  const lastShown = new Map<string, number>()
  return {
    show(name, done, total, note = '') {
      const step = total === 0 ? 100 : Math.floor((done * 100) / total / stepPercent) * stepPercent
      if (step <= (lastShown.get(name) ?? -1)) return
      lastShown.set(name, step)
      stderr.write(`${clean(name)}: ${done} of ${total}${note ? ` ${clean(note)}` : ''}\n`)
    },
    say: (text) => void stderr.write(`${clean(text)}\n`),
    stop: () => undefined,
  }
}
