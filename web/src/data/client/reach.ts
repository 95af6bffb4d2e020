import { useEffect } from 'react'
import { connection, useConnectionState } from './connection-state.ts'
import { queryClient } from './query-client.ts'
import { root } from './root.ts'

/** How often a service that is gone is looked for. */
const everyMs = 3000

/** The document itself has just come from the service. */
let heardAt = performance.now()

/** Something of the service has just arrived. */
export function heard(): void {
  heardAt = performance.now()
}

/** Whether the service can be expected to answer: it has just done so, or does when asked. */
export async function isServiceNear(): Promise<boolean> {
  return (navigator.onLine && performance.now() - heardAt < 1000) || isServiceThere()
}

/** Whether the service answers; what stands in front of it and says that it does not is not the service. */
export async function isServiceThere(): Promise<boolean> {
  try {
    const reply = await fetch(`${root}/v1/health`, { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return reply.ok
  } catch {
    return false
  }
}

/** Looks for a service that is gone, and has everything asked again when it is back. */
export function useReturn(): void {
  const isLost = useConnectionState() === 'lost'
  useEffect(() => {
    if (!isLost) return
    let isOver = false
    const look = async () => {
      if (!(await isServiceThere()) || isOver) return
      connection.back()
      await queryClient.invalidateQueries()
    }
    const again = () => void look()
    const wait = setInterval(again, everyMs)
    addEventListener('online', again)
    return () => {
      isOver = true
      clearInterval(wait)
      removeEventListener('online', again)
    }
  }, [isLost])
}
