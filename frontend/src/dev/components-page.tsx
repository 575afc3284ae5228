export default function ComponentsPage() { return null; }
