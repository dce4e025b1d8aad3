/* Tried inside the worker once it is shut. Whatever gets out asks the host for an address with "leak" in it. */
(() => {
  const inside = self.onmessage, say = postMessage.bind(self), leak = name => self.leaks + "leak-" + name;
  const OUT = {
    fetch: () => fetch(leak("fetch")),
    Request: () => new Request(leak("request")),
    Response: () => Response.redirect(leak("response")),
    XMLHttpRequest: () => { const one = new XMLHttpRequest(); one.open("GET", leak("xhr"), false); one.send(); },
    WebSocket: () => new WebSocket(leak("socket").replace("http", "ws")),
    WebSocketStream: () => new WebSocketStream(leak("stream").replace("http", "ws")),
    EventSource: () => new EventSource(leak("source")),
    WebTransport: () => new WebTransport(leak("transport").replace("http:", "https:")),
    importScripts: () => importScripts(leak("scripts")),
    inheritedScripts: () => { for (let at = self; at; at = Object.getPrototypeOf(at)) if (Object.getOwnPropertyDescriptor(at, "importScripts")) return "there"; throw new TypeError("gone"); },
    Worker: () => new Worker(leak("worker")),
    SharedWorker: () => new SharedWorker(leak("shared")),
    caches: () => caches.open("leak"),
    CacheStorage: () => CacheStorage.prototype.open,
    indexedDB: () => indexedDB.open("leak"),
    IDBFactory: () => IDBFactory.prototype.open,
    cookieStore: () => cookieStore.set("leak", "1"),
    BroadcastChannel: () => new BroadcastChannel("leak").postMessage(1),
    MessageChannel: () => new MessageChannel().port1.postMessage(1),
    FontFace: () => new FontFace("leak", "url(" + leak("font") + ")").load(),
    fonts: () => fonts.load("1em leak"),
    FileReader: () => new FileReader(),
    URL: () => URL.createObjectURL(new Blob(["1"])),
    Notification: () => new Notification("leak"),
    RTCPeerConnection: () => new RTCPeerConnection(),
    registration: () => registration.update(),
    close: () => close(),
    reportError: () => reportError(1),
    navigator: () => navigator.userAgent,
    "navigator.sendBeacon": () => navigator.sendBeacon(leak("beacon")),
    "navigator.serviceWorker": () => navigator.serviceWorker.register(leak("service")),
    "navigator.storage": () => navigator.storage.getDirectory(),
    "navigator.locks": () => navigator.locks.request("leak", () => 1),
    WorkerNavigator: () => Object.getOwnPropertyDescriptor(WorkerGlobalScope.prototype, "navigator").get.call(self).storage,
    location: () => location.href,
    eval: () => (0, eval)("import('" + leak("eval") + "')"),
    Function: () => Function("return import('" + leak("function") + "')")(),
    "(function).constructor": () => (() => 1).constructor("return import('" + leak("constructor") + "')")(),
    "(async function).constructor": () => (async () => 1).constructor("return import('" + leak("async") + "')")(),
    "(function*).constructor": () => (function* () {}).constructor("yield import('" + leak("generator") + "')")().next(),
    "(async function*).constructor": () => (async function* () {}).constructor("yield import('" + leak("both") + "')")().next(),
    "Reflect.construct": () => Reflect.construct(Object.getPrototypeOf(async function () {}).constructor, ["return import('" + leak("reflect") + "')"])(),
    setTimeout: () => setTimeout("import('" + leak("timeout") + "')", 0),
    setInterval: () => setInterval("import('" + leak("interval") + "')", 0),
    inheritedTimeout: () => { for (let at = Object.getPrototypeOf(self); at; at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, "setTimeout")) return at.setTimeout.call(self, "import('" + leak("inherited") + "')", 0); throw new TypeError("gone"); },
  };
  /* Whatever Python or the page's own calls can lay hands on, followed as far as it goes. */
  JSON.reached = (...roots) => {
    const seen = new Set(), waiting = roots.map((root, n) => [root, String(n)]), found = [];
    const taken = new Set(("fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport importScripts Worker SharedWorker CacheStorage " +
      "IDBFactory BroadcastChannel MessageChannel FontFace FileReader URL Blob Request Response setTimeout setInterval eval Function AsyncFunction " +
      "GeneratorFunction AsyncGeneratorFunction").split(" "));
    while (waiting.length) {
      const [one, path] = waiting.pop();
      if (Object(one) !== one || seen.has(one) || ArrayBuffer.isView(one)) continue; // numbers alone lie in memory
      seen.add(one);
      try {
        const named = typeof one === "function" && String(one).includes("[native code]") && String(one.name).split(" ").pop();
        if (taken.has(named)) found.push(path);
        for (const key of Reflect.ownKeys(one)) {
          const at = Reflect.getOwnPropertyDescriptor(one, key);
          for (const value of [at.value, at.get, at.set]) waiting.push([value, path + "." + String(key)]);
        }
        waiting.push([Object.getPrototypeOf(one), path + ".__proto__"]);
      } catch (error) { if (!(error instanceof TypeError)) throw error; } // what Python has lent, and taken back
    }
    return JSON.stringify({ seen: seen.size, found });
  };
  self.onmessage = async message => {
    const { id, call, args } = message.data;
    if (call !== "trials") return inside(message);
    Object.defineProperty(Object.prototype, "leaks", { value: args.leaks });
    const became = {};
    for (const [name, trial] of Object.entries(OUT)) {
      try { became[name] = "REACHED " + String(await trial()); } catch (error) { became[name] = error.name; }
    }
    say({ id, value: became });
  };
})();
