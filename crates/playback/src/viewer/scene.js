// Draws the bodies, their shadows, the contacts and the events with WebGL.

const PLACED = `#version 300 es
    layout(location = 0) in vec3 point;
    layout(location = 1) in vec4 place; layout(location = 2) in vec4 turn; layout(location = 3) in vec4 color;
    uniform mat4 view;
    out vec3 world; out vec4 tint; out float flash;
    void main() {
      world = point + 2.0 * cross(turn.xyz, cross(turn.xyz, point) + turn.w * point) + place.xyz;
      tint = color;
      flash = place.w;
      gl_Position = view * vec4(world, 1.0);
    }`;
const SHADERS = {
  body: [PLACED, `#version 300 es
    precision highp float;
    precision highp sampler2DShadow;
    in vec3 world; in vec4 tint; in float flash;
    uniform vec3 eye; uniform vec3 sun; uniform bool flatly; uniform bool edge; uniform vec4 ink;
    uniform mat4 light; uniform sampler2DShadow shadows; uniform float texel;
    out vec4 shade;
    float lit(vec3 normal) {
      vec3 at = (light * vec4(world + normal * texel * 1.5, 1.0)).xyz * 0.5 + 0.5;
      if (any(greaterThan(abs(at - 0.5), vec3(0.5)))) return 1.0;
      float sum = 0.0;
      vec2 size = 1.0 / vec2(textureSize(shadows, 0));
      for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++)
        sum += texture(shadows, vec3(at.xy + vec2(x, y) * size, at.z - 0.0006));
      return sum / 9.0;
    }
    void main() {
      vec3 color = mix(tint.rgb, vec3(1.0, 0.0, 0.62), flash);
      float light = 1.0, alpha = mix(tint.a, 1.0, flash);
      if (edge) { color = ink.rgb; alpha = ink.a; }
      else if (!flatly) {
        vec3 normal = normalize(cross(dFdx(world), dFdy(world)));
        vec3 out_ = normalize(eye - world);
        if (dot(normal, out_) < 0.0) normal = -normal;
        float sunny = max(dot(normal, sun), 0.0);
        if (sunny > 0.0) sunny *= lit(normal);
        light = mix(0.40 + 0.46 * sunny + 0.20 * dot(normal, out_), 1.0, 0.7 * flash);
      }
      shade = vec4(color * light * alpha, alpha);
    }`],
  shadow: [PLACED, `#version 300 es
    precision highp float;
    void main() {}`],
  mark: [`#version 300 es
    layout(location = 0) in vec4 point;
    uniform mat4 view; uniform float size;
    out float age;
    void main() { gl_Position = view * vec4(point.xyz, 1.0); gl_Position.z -= 0.002 * gl_Position.w; gl_PointSize = size; age = point.w; }`,
  `#version 300 es
    precision highp float;
    in float age;
    uniform int kind;
    out vec4 shade;
    void main() {
      float from = length(gl_PointCoord - 0.5) * 2.0, alpha = 1.0 - 0.85 * age;
      vec3 color = vec3(0.82, 0.10, 0.06);
      if (kind == 1 && from > 1.0) discard;
      if (kind == 2) {
        // a ring that grows
        color = vec3(1.0, 0.0, 0.62);
        alpha = (1.0 - age) * (1.0 - smoothstep(0.03, 0.10, abs(from - 0.35 - 0.5 * age)));
      }
      shade = vec4(color * alpha, alpha);
    }`],
};

/** How long a contact stays on the screen, in seconds of the clock on the wall. */
const LINGERS = 0.4;
/** How long a body flashes at an event, in seconds of the clock on the wall. */
const FLASHES = 1.0;
/** The length of a normal, as a share of the distance from which it is seen. */
const NORMAL = 0.03;
/** The width of the ring around an event, in pixels. */
const RING = 130;
/** The direction to the sun. */
const SUN = [0.4, 0.9, 0.35].map((x) => x / Math.hypot(0.4, 0.9, 0.35));
/** The side of the picture of the sun's view, in pixels. */
const SHADOWS = 2048;
/** The cosine of the least angle between two triangles whose common edge is drawn. */
const BENDS = 0.97;

class Scene {
  constructor(canvas, motion) {
    this.canvas = canvas;
    this.motion = motion;
    const gl = this.gl = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser does not offer WebGL 2, which the viewer draws with.");
    this.programs = Object.fromEntries(Object.entries(SHADERS).map(([name, sources]) => [name, this.program(sources)]));
    this.instances = gl.createBuffer();
    this.meshes = motion.data.meshes.map((mesh) => this.mesh(mesh));
    this.marks = { array: gl.createVertexArray(), buffer: gl.createBuffer() };
    gl.bindVertexArray(this.marks.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.marks.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    // bodies that can be seen through come last; those of one mesh follow each other
    const { bodies } = motion.data, clear = (body) => (bodies[body].color[3] >= 1 ? 0 : 1);
    this.order = bodies.map((_, body) => body).sort((one, other) =>
      clear(one) - clear(other) || bodies[one].mesh - bodies[other].mesh);
    this.packed = new Float32Array(12 * bodies.length);
    this.sun = this.sunlight();
  }

  program([vertex, fragment]) {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const uniforms = {};
    for (let index = 0; index < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); index++) {
      const { name } = gl.getActiveUniform(program, index);
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return { program, uniforms };
  }

  mesh({ points, triangles, edged }) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const unit = this.motion.data.length_unit;
    gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(points, (x) => x * unit), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    for (const slot of [1, 2, 3]) {
      gl.enableVertexAttribArray(slot);
      gl.vertexAttribDivisor(slot, 1);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    const edges = edged ? edgesOf(points, triangles) : [];
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from([...triangles, ...edges]), gl.STATIC_DRAW);
    return { array, triangles: triangles.length, edges: edges.length };
  }

  /** What the sun sees: a picture of depths, and the matrix that takes the world to it. */
  sunlight() {
    const { gl, motion } = this, box = motion.box(motion.shown);
    const radius = box.size / 2 || 1, middle = box.size ? box.middle : [0, 0, 0];
    const right = cross([0, 1, 0], SUN).map((x, _, all) => x / Math.hypot(...all));
    // what is above throws its shadow far below, on grounds
    const rows = [[1 / radius, 0, 0, 0], [0, 1 / radius, 0, 0], [0, 0, -0.5 / radius, -0.5], [0, 0, 0, 1]];
    const matrix = product(rows, [right, cross(SUN, right), SUN], middle);
    const texture = gl.createTexture(), target = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOWS, SHADOWS);
    for (const [name, value] of [[gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE],
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) {
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { matrix, target, texel: (2 * radius) / SHADOWS };
  }

  draw(seconds, camera, speed, points, colors) {
    const { gl, canvas, motion, sun } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((x) => Math.max(1, Math.round(x * ratio)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const events = motion.eventsUntil(seconds, Math.max(FLASHES * speed, motion.data.time_unit));
    const groups = this.pack(seconds, events);
    // the faces lie a little behind their edges
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    if (!motion.data.flat) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, sun.target);
      gl.viewport(0, 0, SHADOWS, SHADOWS);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      this.use("shadow", sun.matrix);
      for (const group of groups) if (!group.clear) this.instanced(group, gl.TRIANGLES);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(...colors.back, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const { matrix, eye } = camera.matrix(width / height);
    this.bodies(groups, matrix, eye, colors);
    if (points) this.contacts(seconds, matrix, camera, speed, ratio);
    this.rings(seconds, events, matrix, ratio);
  }

  use(name, matrix) {
    const { program, uniforms } = this.programs[name];
    this.gl.useProgram(program);
    this.gl.uniformMatrix4fv(uniforms.view, false, matrix);
    return uniforms;
  }

  /** Writes down where the bodies are, with their colours, and returns the groups of one mesh that follow each other. */
  pack(seconds, events) {
    const { gl, motion, packed } = this, flashes = new Map();
    for (const { body, age } of events) flashes.set(body, 1 - age);
    const groups = [];
    let count = 0;
    for (const body of this.order) {
      if (!motion.isThere(body, seconds)) continue;
      const { mesh, color } = motion.data.bodies[body], clear = color[3] < 1;
      const pose = motion.pose(body, seconds);
      packed.set(pose.subarray(0, 3), 12 * count);
      packed[12 * count + 3] = flashes.get(body) || 0;
      packed.set(pose.subarray(3), 12 * count + 4);
      packed.set(color, 12 * count + 8);
      const last = groups[groups.length - 1];
      if (last && last.mesh === mesh && last.clear === clear) last.count++;
      else groups.push({ mesh, clear, first: count, count: 1 });
      count++;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    gl.bufferData(gl.ARRAY_BUFFER, packed.subarray(0, 12 * count), gl.STREAM_DRAW);
    return groups;
  }

  instanced({ mesh, first, count }, kind) {
    const { gl } = this, { array, triangles, edges } = this.meshes[mesh];
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    for (const slot of [1, 2, 3]) gl.vertexAttribPointer(slot, 4, gl.FLOAT, false, 48, 48 * first + 16 * (slot - 1));
    const [length, from] = kind === gl.LINES ? [edges, 4 * triangles] : [triangles, 0];
    if (length) gl.drawElementsInstanced(kind, length, gl.UNSIGNED_INT, from, count);
  }

  bodies(groups, matrix, eye, colors) {
    const { gl, motion, sun } = this;
    const uniforms = this.use("body", matrix);
    gl.uniform3fv(uniforms.eye, eye);
    gl.uniform3fv(uniforms.sun, SUN);
    gl.uniform4f(uniforms.ink, ...colors.ink, 0.6);
    gl.uniform1i(uniforms.flatly, motion.data.flat ? 1 : 0);
    gl.uniformMatrix4fv(uniforms.light, false, sun.matrix);
    gl.uniform1f(uniforms.texel, sun.texel);
    for (const group of groups) {
      gl.depthMask(!group.clear);
      for (const kind of [gl.TRIANGLES, gl.LINES]) {
        gl.uniform1i(uniforms.edge, kind === gl.LINES ? 1 : 0);
        this.instanced(group, kind);
      }
    }
    gl.depthMask(true);
  }

  contacts(seconds, matrix, camera, speed, ratio) {
    const { gl, motion } = this, { length_unit, time_unit } = motion.data;
    const lasts = Math.max(LINGERS * speed, time_unit);
    const points = [], lines = [];
    for (const { time, point, normal } of motion.contactsDuring(seconds - lasts, seconds)) {
      const age = Math.min(Math.max((seconds - time * time_unit) / lasts, 0), 1);
      const from = point.map((x) => x * length_unit);
      const to = from.map((x, axis) => x + normal[axis] * NORMAL_UNIT * NORMAL * camera.distance);
      points.push(...from, age);
      lines.push(...from, age, ...to, age);
    }
    this.mark(gl.LINES, lines, matrix, 0, 0);
    this.mark(gl.POINTS, points, matrix, 1, 7 * ratio);
  }

  /** Rings around the bodies of events show through what is before them. */
  rings(seconds, events, matrix, ratio) {
    const { gl, motion } = this;
    const points = events.filter(({ age }) => age < 1).flatMap(({ body, age }) => {
      const { center } = motion.balls[motion.data.bodies[body].mesh];
      return [...placed([...motion.pose(body, seconds)], center), age];
    });
    gl.disable(gl.DEPTH_TEST);
    this.mark(gl.POINTS, points, matrix, 2, RING * ratio);
  }

  mark(shape, list, matrix, kind, size) {
    const { gl } = this, uniforms = this.use("mark", matrix);
    gl.uniform1f(uniforms.size, size);
    gl.uniform1i(uniforms.kind, kind);
    gl.bindVertexArray(this.marks.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.marks.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list), gl.STREAM_DRAW);
    gl.drawArrays(shape, 0, list.length / 4);
  }
}

/** Returns the ends of the edges at which a surface ends or bends. */
function edgesOf(points, triangles) {
  const corner = (index) => [0, 1, 2].map((axis) => points[3 * index + axis]);
  const minus = (a, b) => a.map((x, axis) => x - b[axis]);
  const known = new Map();
  for (let at = 0; at < triangles.length; at += 3) {
    const ends = [0, 1, 2].map((k) => triangles[at + k]), [a, b, c] = ends.map(corner);
    const across = cross(minus(b, a), minus(c, a)), normal = across.map((x) => x / (Math.hypot(...across) || 1));
    for (let k = 0; k < 3; k++) {
      const edge = [ends[k], ends[(k + 1) % 3]].sort((one, other) => one - other), name = edge.join();
      if (!known.has(name)) known.set(name, { edge, normals: [] });
      known.get(name).normals.push(normal);
    }
  }
  return [...known.values()].filter(({ normals: [one, other, ...more] }) =>
    !other || more.length || Math.abs(dot(one, other)) < BENDS).flatMap(({ edge }) => edge);
}
