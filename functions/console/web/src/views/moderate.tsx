export default function View(_: { id?: string | null }) { return <p>…</p>; }
