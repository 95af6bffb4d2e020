import { memo, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** What anybody would write first: the ads in a state, a row for each, and every event of the stream sets the state. */
interface Ad {
  name: string
  status: string
}

const batch = new URLSearchParams(location.search).get('batch')!

const Row = memo(function Row({ ad }: { ad: Ad }) {
  return (
    <li>
      <span>{ad.name}</span> <span>{ad.status}</span>
    </li>
  )
})

function List() {
  const [ads, setAds] = useState<Ad[]>([])
  useEffect(() => {
    let stream: EventSource | null = null
    void fetch(`/v1/batch-status/${batch}?include=ads`)
      .then((answer) => answer.json() as Promise<{ ads: { adName: string; status: string }[] }>)
      .then((status) => {
        setAds(status.ads.map(({ adName, status: word }) => ({ name: adName, status: word })))
        stream = new EventSource(`/v1/batches/${batch}/events`)
        stream.addEventListener('ad.launched', (event) => {
          const { index } = JSON.parse(event.data as string) as { index: number }
          setAds((now) => now.with(index, { ...now[index]!, status: 'launched' }))
        })
      })
    return () => stream?.close()
  }, [])
  return (
    <ul>
      {ads.map((ad, at) => (
        <Row key={at} ad={ad} />
      ))}
    </ul>
  )
}

createRoot(document.getElementById('root')!).render(<List />)
